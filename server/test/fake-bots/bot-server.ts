// Servers of this machine that stand for the bots of other makers. What is asked of them in the wrong way is refused in their own words.
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Asked = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
/** JSON, or how to answer otherwise. */
export type Answered = { status?: number; json?: unknown; text?: string; headers?: Record<string, string> } | 'silence' | 'cut' | 'endless';

export type BotServer = {
  url: string;
  /** Every request, in order. */
  asked: Asked[];
  /** What comes instead of the usual answers, in order. */
  next: Answered[];
  /** Ends the calls that were answered with silence. */
  hangUp(): void;
  close(): Promise<void>;
};

/** `answer` is what it usually does. */
export async function startBotServer(answer: (asked: Asked) => Answered | Promise<Answered>): Promise<BotServer> {
  const asked: Asked[] = [];
  const next: Answered[] = [];
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    asked.push(one);
    reply(response, next.shift() ?? (await answer(one)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    next,
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function reply(response: ServerResponse, answered: Answered): void {
  if (answered === 'silence') return;
  if (answered === 'cut') return void response.destroy();
  if (answered === 'endless') {
    flood(response);
    return;
  }
  const { status = 200, json, text, headers = {} } = answered;
  const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
  response.writeHead(status, { ...type, ...headers });
  response.end(json === undefined ? (text ?? '') : JSON.stringify(json));
}

/** Ten megabytes, unless nobody listens any more. */
function flood(response: ServerResponse): void {
  let left = 160;
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(Buffer.alloc(65_536, 'a'))) return;
    }
    response.end();
  };
  response.on('drain', write);
  write();
}

/** JSON of a request, or undefined. */
export function jsonOf({ body }: Asked): Record<string, unknown> | undefined {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
