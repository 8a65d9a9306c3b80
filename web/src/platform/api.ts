// The only way to the server. Calls are typed by their route. An expired access token is renewed once for all calls that run into it.
import type { AnswerOf, CallOf, Endpoints, Route } from '@balcao/contract';
import type { Session } from '@balcao/contract/auth';
import type { ErrorBody, ErrorCode, Issue } from '@balcao/contract/errors';
import { type ClientCode, loadSentences } from './sentences.ts';
import { clearSession, keepSession, type SessionEnd, sessionEnd, sessionToken } from './session.ts';
import { readStored } from './storage.ts';

/** Everything that can go wrong with a call. `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | ClientCode;
  /** What is wrong with which field, for `ERR_VALIDATION`. */
  readonly issues: readonly Issue[];
  readonly details: Readonly<Record<string, unknown>>;
  /** The `error` text as received. For an existing ticket it is JSON of that ticket. */
  readonly raw: string;

  constructor(
    status: number,
    body: { error: string; code?: string | undefined; issues?: Issue[] | undefined; details?: Record<string, unknown> | undefined },
  ) {
    super(body.code ?? body.error);
    this.name = 'ApiError';
    this.status = status;
    this.code = (body.code ?? (/^ERR_[A-Z_]+$/.test(body.error) ? body.error : 'ERR_UNKNOWN')) as ErrorCode | ClientCode;
    this.issues = body.issues ?? [];
    this.details = body.details ?? {};
    this.raw = body.error;
  }
}

/** May the call succeed a moment later without anybody doing anything? */
export function isPassing({ code, status }: ApiError): boolean {
  return (
    code === 'ERR_NETWORK' || code === 'ERR_TIMEOUT' || code === 'ERR_TOO_MANY_REQUESTS' || code === 'ERR_COMPANY_BUSY' || status >= 502
  );
}

export type CallOptions = {
  /** The same key twice takes effect once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Timeout in milliseconds; 20 seconds by default. */
  timeoutMs?: number;
};

type Arguments<R extends Route> = Endpoints[R] extends { params: object }
  ? [call: CallOf<R> & CallOptions]
  : [call?: CallOf<R> & CallOptions];
type Loose = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown } & CallOptions;

/**
 * Calls an endpoint by its route, e.g. `api('GET /tickets', { query: { status: 'open' } })`.
 * Throws `ApiError`. An expired token is renewed and the call repeated once; a refused session signs out.
 */
export function api<R extends Route>(route: R, ...call: Arguments<R>): Promise<AnswerOf<R>>;
export function api(route: string, call: Loose = {}): Promise<unknown> {
  const [method = 'GET', template = '/'] = route.split(' ');
  const url = urlOf(template, call.params, call.query);
  const attempt = () => exchange(method, url, call);
  return withRenewal(attempt, route);
}

/** Runs `attempt`. If the token has expired, renews it (shared with other calls) and runs once more. Whoever is refused can be told why. */
async function withRenewal<T>(attempt: () => Promise<T>, route: string): Promise<T> {
  try {
    return await renewing(attempt, route);
  } catch (error) {
    if (error instanceof ApiError && error.status > 0) await loadSentences();
    throw error;
  }
}

async function renewing<T>(attempt: () => Promise<T>, route: string): Promise<T> {
  const [token, userId] = [sessionToken(), readStored('userId')];
  try {
    return await attempt();
  } catch (error) {
    // If another person has signed in since, this answer belongs to the previous one.
    if (!(error instanceof ApiError) || readStored('userId') !== userId) throw error;
    if (error.status === 401 && route !== 'POST /auth/login' && sessionToken() === token) clearSession(token ? 'ended' : sessionEnd());
    if (error.code !== 'ERR_TOKEN_EXPIRED' || route === 'POST /auth/refresh_token') throw error;
    // Another call or tab may have renewed it already.
    if (sessionToken() === token) await renewSession();
    return attempt();
  }
}

let renewal: Promise<Session> | null = null;

/** Gets a new access token with the refresh cookie. Concurrent calls share one renewal. A refusal signs out. */
export function renewSession(): Promise<Session> {
  const token = sessionToken();
  renewal ??= (exchange('POST', '/auth/refresh_token', {}) as Promise<Session>)
    .then((session) => {
      // The person signed out meanwhile, here or in another tab.
      if (token !== null && sessionToken() === null) throw new ApiError(401, { error: 'ERR_SESSION_EXPIRED' });
      keepSession(session);
      return session;
    })
    .catch((error: unknown) => {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403) && sessionToken() === token)
        clearSession(token ? endOfCode(error.code) : null);
      throw error;
    })
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

function endOfCode(code: ApiError['code']): SessionEnd | null {
  if (code === 'ERR_COMPANY_INACTIVE') return 'suspended';
  return code === 'ERR_SESSION_EXPIRED' ? 'ended' : null;
}

function urlOf(template: string, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}): string {
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    search.set(key, Array.isArray(value) ? JSON.stringify(value) : String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

function headersOf(call: Loose): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  const token = sessionToken();
  if (token) headers.Authorization = `Bearer ${token}`;
  if (call.body !== undefined && !(call.body instanceof FormData)) headers['Content-Type'] = 'application/json';
  if (call.idempotencyKey) headers['Idempotency-Key'] = call.idempotencyKey;
  return headers;
}

async function exchange(method: string, url: string, call: Loose): Promise<unknown> {
  const timeout = AbortSignal.timeout(call.timeoutMs ?? 20_000);
  const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
  const body = call.body === undefined ? undefined : call.body instanceof FormData ? call.body : JSON.stringify(call.body);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: headersOf(call),
      credentials: 'include',
      signal,
      ...(body === undefined ? {} : { body }),
    });
    text = await response.text();
  } catch (error) {
    throw noAnswer(timeout.aborted ? 'ERR_TIMEOUT' : call.signal?.aborted ? 'ERR_ABORTED' : 'ERR_NETWORK', error);
  }
  return read(response.status, text);
}

function noAnswer(code: ClientCode, cause?: unknown): ApiError {
  return Object.assign(new ApiError(0, { error: code }), { cause });
}

function read(status: number, text: string): unknown {
  const parsed = parse(text);
  if (status >= 200 && status < 300) {
    if (text && parsed === undefined) throw new ApiError(status, { error: 'ERR_UNKNOWN' });
    return parsed ?? {};
  }
  const body = parsed as Partial<ErrorBody> | undefined;
  // While the server restarts, a proxy in between answers with its own pages.
  if (typeof body?.error !== 'string')
    throw new ApiError(status, {
      error: status === 413 ? 'ERR_PAYLOAD_TOO_LARGE' : status >= 502 && status <= 504 ? 'ERR_UNAVAILABLE' : 'ERR_UNKNOWN',
    });
  throw new ApiError(status, { error: body.error, code: body.code, issues: body.issues, details: body.details });
}

function parse(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

type DownloadRoute = { [R in Route]: Endpoints[R] extends { download: string } ? R : never }[Route];

/** Downloads an endpoint's file. Otherwise like `api`, but without a timeout; abort it with `signal`. */
export async function fetchFile<R extends DownloadRoute>(route: R, ...call: Arguments<R>): Promise<Blob>;
export async function fetchFile(route: string, call: Loose = {}): Promise<Blob> {
  const [method = 'GET', template = '/'] = route.split(' ');
  const url = urlOf(template, call.params, call.query);
  const attempt = async () => {
    let response: Response;
    try {
      response = await fetch(url, {
        method,
        headers: { ...headersOf(call), Accept: '*/*' },
        credentials: 'include',
        signal: call.signal ?? null,
      });
      if (response.ok) return await response.blob();
    } catch (error) {
      throw noAnswer(call.signal?.aborted ? 'ERR_ABORTED' : 'ERR_NETWORK', error);
    }
    read(response.status, await response.text());
    throw new ApiError(response.status, { error: 'ERR_UNKNOWN' });
  };
  return withRenewal(attempt, route);
}

/** Saves a file as a browser download. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

type UploadRoute = Extract<Route, `POST ${string}` | `PUT ${string}`>;
export type UploadOptions = Omit<CallOptions, 'timeoutMs'> & {
  body: FormData;
  /** Called with the upload progress, from 0 to 1. */
  onProgress?: (share: number) => void;
};

/** Uploads files as multipart and reports progress. Otherwise like `api`, but without a timeout; abort it with `signal`. */
export async function upload<R extends UploadRoute>(
  route: R,
  call: UploadOptions & { params?: Record<string, string | number> },
): Promise<AnswerOf<R>> {
  const [method = 'POST', template = '/'] = route.split(' ');
  const url = urlOf(template, call.params);
  return (await withRenewal(() => transmit(method, url, call), route)) as AnswerOf<R>;
}

function transmit(method: string, url: string, call: UploadOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headersOf(call))) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && call.onProgress?.(event.loaded / event.total);
    request.onload = () => {
      try {
        resolve(read(request.status, request.responseText));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(noAnswer('ERR_NETWORK'));
    request.onabort = () => reject(noAnswer('ERR_ABORTED'));
    const stop = () => request.abort();
    call.signal?.addEventListener('abort', stop, { once: true });
    request.onloadend = () => call.signal?.removeEventListener('abort', stop);
    if (call.signal?.aborted) return reject(noAnswer('ERR_ABORTED'));
    request.send(call.body);
  });
}
