// The chat completions of OpenAI, which all compatible providers speak: what is sent, and what answers mean. Pure.
import { storableText } from '@balcao/contract/storable-text';
import type { OutsideAnswer } from '../http/outside-call.ts';
import { ModelFailure } from './model-failure.ts';

export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };

/** What a model was found to want: the newer field for the number of tokens, and no temperature. */
export type Dialect = { longTokensField: boolean; noTemperature: boolean };

export type ChatRequest = { model: string; messages: readonly ChatMessage[]; maxTokens: number; temperature: number };

export type Usage = { promptTokens: number; completionTokens: number };

export type ChatAnswer = { text: string; usage: Usage };

/** The body of a request. There are no tools in it, so no text can call one. */
export function chatBody({ model, messages, maxTokens, temperature }: ChatRequest, dialect: Dialect): string {
  return JSON.stringify({
    model,
    messages,
    [dialect.longTokensField ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    ...(dialect.noTemperature ? {} : { temperature }),
  });
}

/** Longer answers are cut: no message holds more. */
const answerMax = 65_536;

/** The text and what it cost. Throws `ModelFailure`. */
export function chatAnswer(answer: OutsideAnswer): ChatAnswer {
  const body = successOf(answer);
  const choice = record(list(body.choices)[0]);
  const message = record(choice.message);
  const text = typeof message.content === 'string' ? storableText(message.content, answerMax).trim() : '';
  if (text === '' && !('choices' in body)) throw new ModelFailure('answer', true, 'an answer without choices');
  const usage = usageOf(body);
  if (text === '') throw new ModelFailure('empty', false, `no text, finish_reason ${String(choice.finish_reason).slice(0, 40)}`, 0, usage);
  return { text, usage };
}

/** Longer transcripts are cut; an hour of speech is shorter. */
const transcriptMax = 100_000;

/** The text of a transcription, and what it cost where the provider counts it in tokens. Throws `ModelFailure`. */
export function transcriptOf(answer: OutsideAnswer): ChatAnswer {
  const { text, usage } = successOf(answer);
  if (typeof text !== 'string') throw new ModelFailure('answer', true, 'a transcription without text');
  const { input_tokens: prompt_tokens, output_tokens: completion_tokens } = record(usage);
  return { text: storableText(text, transcriptMax).trim(), usage: usageOf({ usage: { prompt_tokens, completion_tokens } }) };
}

/** The dialect after a refusal, if it is about a field that can be named otherwise or left out. Each change is made once. */
export function adapted(answer: OutsideAnswer, dialect: Dialect): Dialect | null {
  if (answer.status !== 400 && answer.status !== 422) return null;
  const { param, message } = errorOf(answer);
  const about = (field: string) => param === field || (param === null && message.includes(field));
  if (!dialect.longTokensField && about('max_tokens')) return { ...dialect, longTokensField: true };
  if (!dialect.noTemperature && about('temperature')) return { ...dialect, noTemperature: true };
  if (dialect.longTokensField && param === 'max_completion_tokens') return { ...dialect, longTokensField: false };
  return null;
}

/** What a refusal means; null for success. */
export function failureOf(answer: OutsideAnswer): ModelFailure | null {
  const { status } = answer;
  if (status >= 200 && status < 300) return null;
  const { code, type, message } = errorOf(answer);
  const detail = `HTTP ${status} ${code ?? type ?? ''}`.trim();
  const refused = (reason: ModelFailure['reason']) => new ModelFailure(reason, false, detail);
  if (status === 401 || status === 403) return refused('key');
  if (status === 402 || code === 'insufficient_quota' || type === 'insufficient_quota') return refused('quota');
  if (code === 'model_not_found' || (status === 404 && message.includes('model'))) return refused('model');
  if (code === 'context_length_exceeded' || status === 413) return refused('length');
  if (status === 429) return new ModelFailure('busy', true, detail, retryAfter(answer));
  if (status === 408 || status === 409 || status >= 500) return new ModelFailure('provider', true, detail, retryAfter(answer));
  return refused('refused');
}

function successOf(answer: OutsideAnswer): Record<string, unknown> {
  const failure = failureOf(answer);
  if (failure) throw failure;
  const body = parse(answer.body);
  if (!body) throw new ModelFailure('answer', true, 'the answer is not JSON');
  return body;
}

function usageOf(body: Record<string, unknown>): Usage {
  const usage = record(body.usage);
  return { promptTokens: count(usage.prompt_tokens), completionTokens: count(usage.completion_tokens) };
}

/** A provider may write anything here; it must not break our sums. */
function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? Math.min(value, 100_000_000) : 0;
}

function errorOf({ body }: OutsideAnswer): { code: string | null; type: string | null; param: string | null; message: string } {
  const error = record(parse(body)?.error);
  const words = (value: unknown) => (typeof value === 'string' ? value.slice(0, 300) : null);
  return { code: words(error.code), type: words(error.type), param: words(error.param), message: words(error.message) ?? '' };
}

function retryAfter({ headers }: OutsideAnswer): number {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) * 1000 : 0;
}

function parse(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
