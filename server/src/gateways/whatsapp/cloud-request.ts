// A call to the Graph API. Decides what its failure means: whether the request may have had an effect.
import { meaningOf } from './cloud-errors.ts';
import { type Json, number, record, text } from './cloud-json.ts';
import { passesSoonMs, SendFailure } from './port.ts';

export type CloudConfig = {
  /** The Graph API, e.g. `https://graph.facebook.com`; a version in its path overrides `version`. */
  graphUrl: string;
  version?: string;
  /** For JSON calls; uploads and downloads have `mediaTimeoutMs`. */
  timeoutMs?: number;
  mediaTimeoutMs?: number;
};

export type GraphRequest = { method: 'GET' | 'POST'; path: string; json?: Json; form?: FormData; timeoutMs: number };

/** The absolute URL of a Graph path, with a version. */
export function graphAddress(config: CloudConfig, path: string): string {
  const base = config.graphUrl.replace(/\/+$/, '');
  return `${/\/v\d+\.\d+$/.test(base) ? base : `${base}/${config.version ?? 'v23.0'}`}/${path}`;
}

/** Meta's JSON answer. Rejects only with `SendFailure`. */
export async function graphCall(config: CloudConfig, accessToken: string, request: GraphRequest): Promise<Json> {
  const headers: Record<string, string> = { authorization: `Bearer ${accessToken}` };
  if (request.json) headers['content-type'] = 'application/json';
  let response: Response;
  let answer: Json | null;
  try {
    response = await fetch(graphAddress(config, request.path), {
      method: request.method,
      headers,
      body: request.json ? JSON.stringify(request.json) : (request.form ?? null),
      redirect: 'error',
      signal: AbortSignal.timeout(request.timeoutMs),
    });
    answer = parse(await response.text());
  } catch (error) {
    throw networkFailure(error);
  }
  if (response.ok && answer && !record(answer.error)) return answer;
  throw answerFailure(response, record(answer?.error));
}

function parse(body: string): Json | null {
  try {
    return record(JSON.parse(body));
  } catch {
    return null;
  }
}

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_INVALID_URL',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Without a connection, nothing was sent; otherwise the request may have been carried out. */
export function networkFailure(error: unknown): SendFailure {
  if (error instanceof SendFailure) return error;
  const codes: string[] = [];
  for (let cause = record(error), depth = 0; cause && depth < 5; cause = record(cause.cause), depth += 1) {
    const code = text(cause.code) ?? text(cause.name);
    if (code) codes.push(code);
    if (cause.syscall === 'connect') codes.push('ECONNREFUSED');
  }
  const detail = codes.at(-1) ?? 'network error';
  if (codes.some((code) => neverConnected.has(code))) return new SendFailure('retry', 'network', detail, passesSoonMs);
  return new SendFailure('uncertain', 'unconfirmed', detail);
}

function answerFailure(response: Response, error: Json | null): SendFailure {
  const code = number(error?.code);
  const detail = describe(response, error);
  const asked = number(response.headers.get('retry-after'));
  const wait = asked === null ? 0 : Math.min(Math.max(asked, 0), 3600) * 1000;
  // Subcode 33 of code 100: the object does not exist for this token, i.e. the ids and the token do not belong together.
  const meaning = code === 100 && number(error?.error_subcode) === 33 ? meaningOf(33) : code === null ? null : meaningOf(code);
  if (meaning)
    return new SendFailure(meaning.outcome, meaning.reason, detail, meaning.outcome === 'retry' ? wait || meaning.retryAfterMs : 0);
  if (response.status === 429) return new SendFailure('retry', 'rate_limited', detail, wait || 60_000);
  if (error?.is_transient === true || response.status === 503) return new SendFailure('retry', 'network', detail, wait || passesSoonMs);
  if (response.status === 401) return new SendFailure('refused', 'credentials', detail);
  if (response.status === 403) return new SendFailure('refused', 'not_permitted', detail);
  // Success without a readable answer, or a gateway timeout: Meta may have accepted the message.
  if (response.ok || response.status >= 500 || response.status === 408) return new SendFailure('uncertain', 'unconfirmed', detail);
  return new SendFailure('refused', error ? 'unknown' : 'invalid_request', detail);
}

function describe(response: Response, error: Json | null): string {
  const details = text(record(error?.error_data)?.details);
  const parts = [`HTTP ${response.status}`, text(error?.code), text(error?.message), details];
  return parts
    .filter((part) => part !== null)
    .join(' · ')
    .slice(0, 500);
}
