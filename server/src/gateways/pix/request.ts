// Calls to payment providers: JSON over HTTPS with a time limit, a size limit, and the client certificate where one is asked for.
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { PixFailure } from './port.ts';

export type Tls = { cert: Buffer; key: Buffer } | { pfx: Buffer };
export type JsonAnswer = { status: number; body: Record<string, unknown> };

const timeoutMs = 20_000;
const answerMaxBytes = 1024 * 1024;

/** Throws PixFailure `unavailable` when nothing was sent, `unknown` when no answer came. */
export function requestJson(
  url: string,
  {
    method,
    headers = {},
    json,
    tls,
    ca,
  }: { method: string; headers?: Record<string, string>; json?: unknown; tls?: Tls | undefined; ca?: Buffer | undefined },
): Promise<JsonAnswer> {
  const body = json === undefined ? null : Buffer.from(JSON.stringify(json));
  return new Promise((resolve, reject) => {
    let sent = false;
    const fail = (error: Error) =>
      reject(error instanceof PixFailure ? error : new PixFailure(sent ? 'unknown' : 'unavailable', error.message));
    const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(
      url,
      {
        method,
        headers: {
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
          ...headers,
        },
        ...(tls ?? {}),
        ...(ca && { ca }),
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > answerMaxBytes) return void response.destroy(new PixFailure('unknown', 'the answer is too large'));
          chunks.push(chunk);
        });
        response.on('error', fail);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          try {
            const parsed: unknown = text === '' ? {} : JSON.parse(text);
            resolve({
              status: response.statusCode ?? 0,
              body: typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {},
            });
          } catch {
            fail(new PixFailure('unknown', `no JSON with status ${response.statusCode}`));
          }
        });
      },
    );
    request.on('error', fail);
    request.on('finish', () => {
      sent = true;
    });
    request.end(body ?? undefined);
  });
}

/** The failure that an answer without success means. */
export function failureOf({ status, body }: JsonAnswer): PixFailure {
  const said = JSON.stringify(body).slice(0, 300);
  if (status === 401 || status === 403) return new PixFailure('credentials', said);
  return new PixFailure(status === 429 || status >= 500 ? 'unavailable' : 'refused', `${status} ${said}`);
}
