import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveWebApp } from './web-app.ts';

let folder: string;
let server: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-web-'));
  await mkdir(join(folder, 'assets'));
  for (const [name, text] of Object.entries({
    'index.html': '<title>Balcão</title>',
    'assets/app-1a2b.js': 'code',
    'assets/app-1a2b.js.br': 'br of code',
    'assets/app-1a2b.js.gz': 'gz of code',
  }))
    await writeFile(join(folder, name), text);
  server = Fastify();
  server.get('/tickets', async () => ({ tickets: [] }));
  await serveWebApp(server, folder);
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => server.inject({ method, url, headers });

test.each(['*/*', 'text/html,application/xhtml+xml', 'application/json', undefined])(
  'the front page is the app for who takes %s',
  async (accept) => {
    const answer = await get('/', accept ? { accept } : {});
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.body).toBe('<title>Balcão</title>');
    expect((await get('/', accept ? { accept } : {}, 'HEAD')).statusCode).toBe(200);
  },
);

test('where there is both a page and an endpoint, only a browser that opens it gets the page', async () => {
  expect((await get('/tickets', { accept: '*/*' })).json()).toEqual({ tickets: [] });
  expect((await get('/tickets', { accept: 'text/html' })).body).toBe('<title>Balcão</title>');
});

test('files come in the smallest form that the browser takes, to be kept for a year', async () => {
  const path = '/assets/app-1a2b.js';
  for (const [takes, encoding, body] of [
    ['gzip, deflate, br', 'br', 'br of code'],
    ['gzip', 'gzip', 'gz of code'],
    ['identity', undefined, 'code'],
  ] as const) {
    const answer = await get(path, { 'accept-encoding': takes });
    expect([answer.headers['content-encoding'], answer.body]).toEqual([encoding, body]);
    expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' });
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(answer.headers['content-type']).toMatch(/javascript/);
  }
});

test('the page itself is asked for each time', async () => {
  expect((await get('/contacts', { accept: 'text/html' })).headers).toMatchObject({ 'cache-control': 'no-cache' });
});

test('what is shared where no service worker takes it is not read: the answer leads to the page that says so', async () => {
  const answer = await server.inject({
    method: 'POST',
    url: '/share',
    headers: { 'content-type': 'multipart/form-data; boundary=x', accept: 'text/html' },
    payload: '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\nsegredo\r\n--x--',
  });
  expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([303, '/share?unready', '']);
});
