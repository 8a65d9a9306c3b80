// Calls to addresses that companies choose: of providers, webhooks, files. Each has an end, a largest answer, and cannot lead into our own
// network: the name is resolved once, every address it has is examined, and the connection goes to those addresses and no others.
import { lookup as systemLookup } from 'node:dns/promises';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { OutsideFailure } from './outside-failure.ts';
import { isPublicAddress } from './public-address.ts';

export type OutsideCall = {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** For the whole call: name, connection, redirects and answer. */
  timeoutMs: number;
  maxBytes: number;
  /** Ends the call before its time. */
  signal?: AbortSignal | undefined;
};

/** Any status is an answer. `headers` have names in lower case. `url`: who answered, after redirects. */
export type OutsideAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer; url: string };

export type Http = {
  /** Throws `OutsideFailure` when there is no answer. */
  call(call: OutsideCall): Promise<OutsideAnswer>;
};

export type HttpConfig = {
  /** May addresses of private networks be called? A function decides by origin, e.g. `http://127.0.0.1:8080`. */
  allowPrivate?: boolean | ((origin: string) => boolean) | undefined;
  /** Finds the addresses of a name; default: as the system does. */
  lookup?: ((host: string) => Promise<string[]>) | undefined;
  /** Certificates to trust besides the usual ones, PEM. */
  ca?: string | undefined;
};

const redirectsMax = 3;

export function createHttp(config: HttpConfig = {}): Http {
  return { call: (call) => ending(call, (end) => follow(config, call, end)) };
}

/** Ends the work in time. `AbortSignal.any` does not: it holds no signal of `AbortSignal.timeout`, and one that is collected ends nothing. */
async function ending<T>({ timeoutMs, signal }: OutsideCall, work: (end: AbortSignal) => Promise<T>): Promise<T> {
  const end = new AbortController();
  const giveUp = () => end.abort();
  const timer = setTimeout(giveUp, timeoutMs);
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    return await work(end.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

async function follow(config: HttpConfig, call: OutsideCall, end: AbortSignal): Promise<OutsideAnswer> {
  let { headers = {} } = call;
  let url = addressOf(call.url);
  for (let redirects = 0; ; redirects += 1) {
    const answer = await exchange(config, url, { ...call, headers }, end);
    const next = redirectOf(answer);
    if (next === null) return answer;
    // A 301, 302 or 303 asks for a GET without the body, which would be another call than the one that was wanted.
    const keepsCall = call.method === 'GET' || answer.status === 307 || answer.status === 308;
    if (!keepsCall || redirects === redirectsMax) throw new OutsideFailure('redirected', next.href.slice(0, 300));
    if (next.origin !== url.origin) headers = withoutCredentials(headers);
    url = next;
  }
}

/** ERR: `bad_address`. */
function addressOf(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new OutsideFailure('bad_address', text.slice(0, 300));
  return url;
}

function redirectOf({ status, headers, url }: OutsideAnswer): URL | null {
  return status >= 300 && status < 400 && headers.location ? addressOf(headers.location, new URL(url)) : null;
}

function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !['authorization', 'cookie'].includes(name.toLowerCase())));
}

/** The addresses that the call may go to. */
async function addressesFor({ allowPrivate = false, lookup = resolve }: HttpConfig, url: URL): Promise<string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await lookup(host);
  if (addresses.length === 0) throw new OutsideFailure('unreachable', 'ENOTFOUND');
  const mayBePrivate = typeof allowPrivate === 'function' ? allowPrivate(url.origin) : allowPrivate;
  // One private address among public ones is enough to refuse: which of them is used would be chance.
  if (!mayBePrivate && !addresses.every(isPublicAddress)) throw new OutsideFailure('private_address', host);
  return addresses;
}

async function resolve(host: string): Promise<string[]> {
  return (await systemLookup(host, { all: true })).map(({ address }) => address);
}

/** One request and its whole answer. */
async function exchange(config: HttpConfig, url: URL, call: OutsideCall, end: AbortSignal): Promise<OutsideAnswer> {
  try {
    const addresses = await beforeEnd(addressesFor(config, url), end);
    const response = await send(config, url, addresses, call, end);
    return { status: response.statusCode ?? 0, headers: response.headers, body: await bodyOf(response, call.maxBytes), url: url.href };
  } catch (error) {
    if (error instanceof OutsideFailure) throw error;
    throw end.aborted ? new OutsideFailure('timeout', url.host) : new OutsideFailure('unreachable', codeOf(error));
  }
}

/** A look-up of a name cannot be ended, only left. */
function beforeEnd<T>(work: Promise<T>, end: AbortSignal): Promise<T> {
  return new Promise((done, failed) => {
    const giveUp = () => failed(new OutsideFailure('timeout', 'DNS'));
    if (end.aborted) giveUp();
    end.addEventListener('abort', giveUp, { once: true });
    work.then(done, failed).finally(() => end.removeEventListener('abort', giveUp));
  });
}

function send(
  { ca }: HttpConfig,
  url: URL,
  addresses: string[],
  { method, headers, body }: OutsideCall,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      // Only what was examined is connected to. A connection that is kept could have been opened for another name.
      lookup: pinned(addresses),
      agent: false,
      ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
      signal,
      headers: {
        'user-agent': 'Balcao',
        'accept-encoding': 'identity',
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
    });
    request.on('response', done);
    request.on('error', failed);
    request.end(body);
  });
}

function pinned(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, answer) => {
    const [first] = all;
    if (options.all) answer(null, all);
    else answer(null, first?.address ?? '', first?.family);
  };
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    size += part.length;
    // Leaving the loop closes the connection, so the rest is not received.
    if (size > maxBytes) throw new OutsideFailure('too_large', String(maxBytes));
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function codeOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return String(code ?? message ?? error).slice(0, 300);
}
