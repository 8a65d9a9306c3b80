// Language models of providers that speak the API of OpenAI. Every call has a key of a company, an end and a largest answer.
import type { Http, OutsideAnswer, OutsideCall } from '../http/outside-call.ts';
import { OutsideFailure, type OutsideReason } from '../http/outside-failure.ts';
import {
  adapted,
  type ChatAnswer,
  type ChatRequest,
  chatAnswer,
  chatBody,
  type Dialect,
  failureOf,
  transcriptOf,
} from './chat-protocol.ts';
import { ModelFailure } from './model-failure.ts';

/** Whom to call. `baseUrl` null: the provider of the installation. */
export type Provider = { baseUrl: string | null; apiKey: string };

export type Models = {
  /** The address of a provider, as people are shown it. */
  address(baseUrl: string | null): string;
  /** Asks for the next message of a conversation. `dialect` of the answer: what the model was found to want. Throws `ModelFailure`. */
  chat(provider: Provider, request: ChatRequest, dialect: Dialect, timeoutMs?: number): Promise<ChatAnswer & { dialect: Dialect }>;
  /** The words of a voice message. Throws `ModelFailure`. */
  transcribe(provider: Provider, audio: Audio, timeoutMs?: number): Promise<ChatAnswer>;
  /** A text, spoken: Ogg with Opus. Throws `ModelFailure`. */
  speak(provider: Provider, speech: { model: string; voice: string; text: string }, timeoutMs?: number): Promise<Buffer>;
};

export type Audio = { model: string; bytes: Uint8Array; mime: string; filename: string };

/** The largest voice message that providers take. */
export const audioMaxBytes = 25_000_000;
const textMaxBytes = 1_000_000;
const speechMaxBytes = 8_000_000;
/** What providers read aloud at most. */
const speechMaxLetters = 4_096;
/** Providers of slow models take half a minute. */
const patienceMs = 40_000;

export function createModels(http: Http, defaultUrl: string): Models {
  const address = (baseUrl: string | null) => (baseUrl ?? defaultUrl).replace(/\/+$/, '');
  const call = (provider: Provider, path: string, rest: Pick<OutsideCall, 'body' | 'headers' | 'maxBytes' | 'timeoutMs'>) => {
    // No header holds such a key, so no provider knows it.
    if (!/^[\x20-\x7e]*$/.test(provider.apiKey)) throw new ModelFailure('key', false, 'a key with other signs than ASCII');
    return answered(
      http.call({
        method: 'POST',
        url: `${address(provider.baseUrl)}${path}`,
        ...rest,
        headers: { accept: 'application/json', ...rest.headers, authorization: `Bearer ${provider.apiKey}` },
      }),
    );
  };
  const json = { 'content-type': 'application/json' };
  return {
    address,
    async chat(provider, request, given, timeoutMs = patienceMs) {
      let dialect = given;
      for (let changes = 0; ; changes += 1) {
        const answer = await call(provider, '/chat/completions', {
          body: chatBody(request, dialect),
          headers: json,
          maxBytes: textMaxBytes,
          timeoutMs,
        });
        const other = changes < 2 ? adapted(answer, dialect) : null;
        if (!other) return { ...chatAnswer(answer), dialect };
        dialect = other;
      }
    },
    async transcribe(provider, { model, bytes, mime, filename }, timeoutMs = patienceMs) {
      if (bytes.length > audioMaxBytes) throw new ModelFailure('audio', false, `over ${audioMaxBytes} bytes`);
      const form = new FormData();
      form.set('model', model);
      form.set('file', new Blob([new Uint8Array(bytes)], { type: mime }), filename);
      const encoded = new Response(form);
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
      const body = new Uint8Array(await encoded.arrayBuffer());
      return transcriptOf(await call(provider, '/audio/transcriptions', { body, headers, maxBytes: textMaxBytes, timeoutMs }));
    },
    async speak(provider, { model, voice, text }, timeoutMs = patienceMs) {
      const body = JSON.stringify({ model, voice, input: text.slice(0, speechMaxLetters), response_format: 'opus' });
      const answer = await call(provider, '/audio/speech', { body, headers: json, maxBytes: speechMaxBytes, timeoutMs });
      const failure = failureOf(answer);
      if (failure) throw failure;
      if (answer.body.length === 0) throw new ModelFailure('answer', false, 'speech without sound');
      return answer.body;
    },
  };
}

const meanings: Record<OutsideReason, [reason: ModelFailure['reason'], again: boolean]> = {
  bad_address: ['address', false],
  private_address: ['address', false],
  redirected: ['address', false],
  unreachable: ['unreachable', true],
  timeout: ['timeout', true],
  too_large: ['answer', false],
};

async function answered(call: Promise<OutsideAnswer>): Promise<OutsideAnswer> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    throw new ModelFailure(...meanings[error.reason], error.message);
  }
}
