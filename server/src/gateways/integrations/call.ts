// A call to a bot: JSON there and back, with what a failure means.
import { storableText } from '@balcao/contract/storable-text';
import type { Http, OutsideAnswer } from '../http/outside-call.ts';
import { OutsideFailure } from '../http/outside-failure.ts';
import { BotFailure, shortened } from './port.ts';

export const callLimits = { timeoutMs: 30_000, maxBytes: 1_000_000 } as const;

export type BotCall = { url: string; body: string; headers?: Record<string, string>; signal?: AbortSignal | undefined };

/** Posts JSON. Answers only what was accepted; everything else is a `BotFailure`. */
export async function post(http: Http, { url, body, headers, signal }: BotCall): Promise<OutsideAnswer> {
  const answer = await http
    .call({ method: 'POST', url, body, headers: { 'content-type': 'application/json', ...headers }, ...callLimits, signal })
    .catch((error: unknown) => {
      throw error instanceof OutsideFailure ? new BotFailure(error.reason, error.message, passes(error)) : error;
    });
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw refusal(answer);
}

function passes({ reason }: OutsideFailure): boolean {
  return reason === 'unreachable' || reason === 'timeout';
}

function refusal({ status, body }: OutsideAnswer): BotFailure {
  const raw = shortened(body);
  const detail = messageOf(body) ?? `HTTP ${status}`;
  const failure = (reason: BotFailure['reason'], again: boolean) => new BotFailure(reason, detail, again, status, raw);
  if (status === 401 || status === 403) return failure('credentials', false);
  if (status === 404) return failure('not_found', false);
  if (status === 429) return failure('rate_limited', true);
  return status === 408 || status >= 500 ? failure('server_error', true) : failure('refused', false);
}

/** What the provider says of its refusal, wherever it puts that. */
function messageOf(body: Buffer): string | null {
  const json = record(parsed(body));
  const error = record(json?.error);
  const said = error?.message ?? json?.message ?? json?.error;
  return typeof said === 'string' && said.trim() !== '' ? said : null;
}

/** JSON, or undefined if it is none. */
export function parsed(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

export function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text of the answer, as it can be stored. */
export function text(value: unknown): string {
  return typeof value === 'string' ? storableText(value) : '';
}
