import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttp, type HttpConfig, type OutsideCall } from './outside-call.ts';
import { isPublicAddress } from './public-address.ts';

const running: http.Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A server of this machine, with what it was asked. */
async function server(
  handle: Handler,
): Promise<{ url: string; port: number; asked: { path: string; headers: IncomingMessage['headers']; body: string }[] }> {
  const asked: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const made = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    asked.push({ path: request.url ?? '', headers: request.headers, body });
    handle(request, response, body);
  });
  running.push(made);
  await new Promise<void>((done) => made.listen(0, '127.0.0.1', done));
  const { port } = made.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, asked };
}

const hello: Handler = (_request, response) => response.end('olá');
const usual = { method: 'POST', body: '{}', timeoutMs: 5_000, maxBytes: 1_000 } as const;
const call = (config: HttpConfig, url: string, more: Partial<OutsideCall> = {}) => createHttp(config).call({ ...usual, url, ...more });

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['64:ff9b::808:808', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.20.0.1', false],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['::127.0.0.1', false],
  ['fec0::1', false],
  ['64:ff9b:1::7f00:1', false],
  ['no address', false],
])('%s is of the open internet: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

test('a call brings its body and headers, and answers whatever the status', async () => {
  const other = await server((_request, response) => response.writeHead(418).end('bule'));
  const answer = await call({ allowPrivate: true }, `${other.url}/a?b=1`, { headers: { 'x-event-id': '7' }, body: 'olá' });
  expect(answer).toMatchObject({ status: 418, url: `${other.url}/a?b=1` });
  expect(answer.body.toString()).toBe('bule');
  expect(other.asked).toEqual([
    { path: '/a?b=1', body: 'olá', headers: expect.objectContaining({ 'x-event-id': '7', 'content-length': '4', 'user-agent': 'Balcao' }) },
  ]);
});

describe('our own network is not called', () => {
  test.each(['http://127.0.0.1:PORT', 'http://[::ffff:127.0.0.1]:PORT', 'http://2130706433:PORT', 'http://0x7f.1:PORT'])(
    'by %s',
    async (form) => {
      const inner = await server(hello);
      await expect(call({}, form.replace('PORT', String(inner.port)))).rejects.toMatchObject({ reason: 'private_address' });
      expect(inner.asked).toEqual([]);
    },
  );

  test('by a name that leads there, alone or among others', async () => {
    const inner = await server(hello);
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1']])
      await expect(call({ lookup: async () => addresses }, `http://bot.example:${inner.port}`)).rejects.toMatchObject({
        reason: 'private_address',
      });
    expect(inner.asked).toEqual([]);
  });

  test('by a redirect of somebody who may be called', async () => {
    const inner = await server(hello);
    const other = await server((_request, response) => response.writeHead(307, { location: `${inner.url}/secret` }).end());
    const config = { allowPrivate: (origin: string) => origin === other.url };
    await expect(call(config, other.url)).rejects.toMatchObject({ reason: 'private_address' });
    expect(other.asked).toHaveLength(1);
    expect(inner.asked).toEqual([]);
  });

  test('by a name that changes between the look and the call', async () => {
    const other = await server(hello);
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    let looks = 0;
    const config = { allowPrivate: (origin: string) => origin.includes('bot.example'), lookup: async () => answers[looks++] ?? [] };
    const answer = await call(config, `http://bot.example:${other.port}/`);
    expect(answer.body.toString()).toBe('olá');
    expect(other.asked[0]?.headers.host).toBe(`bot.example:${other.port}`);
    expect(looks).toBe(1);
  });
});

describe('redirects', () => {
  test('a call that is sent on arrives whole, without its credentials at another server', async () => {
    const second = await server(hello);
    const first = await server((_request, response) => response.writeHead(308, { location: `${second.url}/b` }).end());
    const headers = { authorization: 'Bearer x', 'x-event-id': '7' };
    const answer = await call({ allowPrivate: true }, first.url, { headers, body: 'olá' });
    expect(answer.url).toBe(`${second.url}/b`);
    expect(second.asked[0]).toMatchObject({ path: '/b', body: 'olá', headers: { 'x-event-id': '7' } });
    expect(second.asked[0]?.headers.authorization).toBeUndefined();
  });

  test('one that would make another call of it is not followed; a GET is', async () => {
    const second = await server(hello);
    const first = await server((_request, response) => response.writeHead(302, { location: second.url }).end());
    await expect(call({ allowPrivate: true }, first.url)).rejects.toMatchObject({ reason: 'redirected', message: `${second.url}/` });
    expect(second.asked).toEqual([]);
    expect((await createHttp({ allowPrivate: true }).call({ method: 'GET', url: first.url, timeoutMs: 5_000, maxBytes: 10 })).status).toBe(
      200,
    );
  });

  test('a circle ends', async () => {
    const round = await server((_request, response) => response.writeHead(307, { location: '/' }).end());
    await expect(call({ allowPrivate: true }, round.url)).rejects.toMatchObject({ reason: 'redirected' });
    expect(round.asked).toHaveLength(4);
  });
});

describe('nobody makes us wait or fills our memory', () => {
  test('a server that never answers, or never ends', async () => {
    const silent = await server(() => undefined);
    await expect(call({ allowPrivate: true }, silent.url, { timeoutMs: 50 })).rejects.toMatchObject({ reason: 'timeout' });
    const endless = await server((_request, response) => response.write('a'));
    await expect(call({ allowPrivate: true }, endless.url, { timeoutMs: 50 })).rejects.toMatchObject({ reason: 'timeout' });
  });

  test('a server that never answers, though memory is cleaned up meanwhile', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const silent = await server(() => collect());
    await expect(call({ allowPrivate: true }, silent.url, { timeoutMs: 300 })).rejects.toMatchObject({ reason: 'timeout' });
  });

  test('a caller that gives up', async () => {
    const stop = new AbortController();
    const silent = await server(() => stop.abort());
    for (let twice = 0; twice < 2; twice += 1)
      await expect(call({ allowPrivate: true }, silent.url, { signal: stop.signal })).rejects.toMatchObject({ reason: 'timeout' });
    expect(silent.asked).toHaveLength(1);
  });

  test('a name that is never found', async () => {
    const config = { lookup: () => new Promise<string[]>(() => undefined) };
    await expect(call(config, 'http://bot.example', { timeoutMs: 50 })).rejects.toMatchObject({ reason: 'timeout' });
  });

  test('an answer without end', async () => {
    let sent = 0;
    const large = await server((_request, response) => {
      const write = () => {
        while (!response.destroyed && sent < 10_000_000 && response.write(Buffer.alloc(64_000))) sent += 64_000;
      };
      response.on('drain', write);
      write();
    });
    await expect(call({ allowPrivate: true }, large.url)).rejects.toMatchObject({ reason: 'too_large' });
    expect(sent).toBeLessThan(10_000_000);
  });
});

test('what cannot be called says why', async () => {
  const gone = await server(hello);
  running.splice(0)[0]?.close();
  await expect(call({ allowPrivate: true }, gone.url)).rejects.toMatchObject({ reason: 'unreachable', message: 'ECONNREFUSED' });
  for (const url of ['file:///etc/passwd', 'ftp://example.com', 'nonsense', ''])
    await expect(call({}, url)).rejects.toMatchObject({ reason: 'bad_address' });
  const broken = await server((request) => void request.socket.destroy());
  await expect(call({ allowPrivate: true }, broken.url)).rejects.toMatchObject({ reason: 'unreachable', message: 'ECONNRESET' });
});
