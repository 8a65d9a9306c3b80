// What holds for every request, whatever it is about.
import { once } from 'node:events';
import { type ClientRequest, request as open } from 'node:http';
import { createConnection } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { endpoints } from '@balcao/contract';
import type { EndpointShape } from '@balcao/contract/endpoint';
import pg from 'pg';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Client, call, connect, heard, signIn, until } from '../../../test/client.ts';
import { givenCompany, givenUser, newIp, password } from '../../../test/people.ts';
import { createWorld, type World } from '../../../test/world.ts';

const token = 'a-token-of-the-operator';
const all: EndpointShape[] = Object.values(endpoints);
let world: World;
let secure: World;
let admin: Client;
beforeAll(async () => {
  world = await createWorld();
  const publicUrl = 'https://atende.example';
  secure = await createWorld({ config: { publicUrl, origins: [publicUrl, 'https://outra.example'], metricsToken: token } });
  admin = await givenCompany(world.url);
});
afterAll(async () => {
  await secure.close();
  await world.close();
});

/** Sends the head of a request and `part` of its body, and never the rest. Answers what the server says. */
async function begin(path: string, headers: Record<string, string | number>, part: Buffer | string = '') {
  const request = open(`${world.url}${path}`, { method: 'POST', headers: { 'content-length': 50_000_000, ...headers } });
  request.on('error', () => undefined);
  request.flushHeaders();
  if (part.length > 0) request.write(part);
  const [response] = await once(request, 'response', { signal: AbortSignal.timeout(10_000) });
  const body = JSON.parse((await response.toArray()).join('')) as { error: string; issues?: { path: string; code: string }[] };
  request.destroy();
  return { status: response.statusCode as number, body };
}

describe('nothing of a body is read', () => {
  const json = { 'content-type': 'application/json' };

  test('before the caller is known', async () => {
    expect(await begin('/tags', json)).toEqual({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
    expect(await begin('/contacts/upload', { 'content-type': 'multipart/form-data; boundary=x' })).toMatchObject({ status: 401 });
  });

  test('from a caller who may not call', async () => {
    const agent = await givenUser(world.url, admin);
    const headers = { ...json, authorization: `Bearer ${agent.token}` };
    expect(await begin('/users', headers)).toEqual({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  });

  test('before it is known whose delivery it is', async () => {
    expect(await begin('/webhooks/whatsapp/nobody', json)).toMatchObject({ status: 404 });
  });

  test('beyond the limit of its endpoint', async () => {
    const boundary = 'x';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n`;
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${admin.token}` };
    const part = Buffer.concat([Buffer.from(head), Buffer.alloc(20 * 1024 * 1024 + 100_000)]);
    expect(await begin('/v1/imports/preview', headers, part)).toMatchObject({ status: 413, body: { error: 'ERR_SHEET_TOO_LARGE' } });
    expect(await begin('/auth/login', json, 'x'.repeat(100_000))).toMatchObject({ status: 413, body: { error: 'ERR_PAYLOAD_TOO_LARGE' } });
  });
});

describe('a company has a share', () => {
  let small: World;
  beforeAll(async () => {
    small = await createWorld({ config: { companyRequests: 2, companySockets: 3, userSockets: 2 } });
  });
  afterAll(() => small.close());

  /** Asks until one request has to wait, for the stuck ones may arrive late on a busy machine. */
  const held = <T>(ask: () => Promise<T>) =>
    until(async () => {
      const asked = ask();
      return (await Promise.race([asked.then(() => false), setTimeout(1_500, true)])) && { asked };
    });

  test('of the requests: those that are over it wait before their body is read, and another company notices nothing', async () => {
    const [greedy, other] = [await givenCompany(small.url), await givenCompany(small.url)];
    const stuck = () => {
      const headers = { 'content-type': 'application/json', 'content-length': 1_000, authorization: `Bearer ${greedy.token}` };
      const request = open(`${small.url}/tags`, { method: 'POST', headers });
      request.on('error', () => undefined);
      request.write('{');
      return request;
    };
    const answered: string[] = [];
    const began = async (request: ClientRequest) => {
      if (!request.socket) await once(request, 'socket');
      return request;
    };
    const [first] = [await began(stuck()), await began(stuck())];
    const { asked } = await held(() => greedy.call('GET /tags', {}));
    const third = asked.then(() => answered.push('greedy'));
    await other.call('GET /tags', {}).then(() => answered.push('other'));
    first.destroy();
    await third;
    expect(answered).toEqual(['other', 'greedy']);
  });

  test('of what other servers deliver, which takes no places of its people', async () => {
    const [greedy, other] = [await givenCompany(small.url), await givenCompany(small.url)];
    const pathOf = async (admin: Client, digits: string) => {
      const cloud = { phoneNumberId: `10${digits}`, wabaId: `20${digits}`, accessToken: 'a', appSecret: 'b', verifyToken: 'c' };
      const { webhookUrl } = await admin.call('POST /whatsapp', { body: { name: digits, channel: 'whatsapp_cloud', cloud } });
      return new URL(webhookUrl ?? '').pathname;
    };
    const [busy, free] = [await pathOf(greedy, '5511900000001'), await pathOf(other, '5511900000002')];
    const stuck = async () => {
      const headers = { 'content-type': 'application/json', 'content-length': 1_000 };
      const request = open(`${small.url}${busy}`, { method: 'POST', headers });
      request.on('error', () => undefined);
      request.write('{');
      if (!request.socket) await once(request, 'socket');
      return request;
    };
    const deliver = async (path: string) => (await fetch(`${small.url}${path}`, { method: 'POST', body: '{}' })).status;
    const [first] = [await stuck(), await stuck()];
    const answered: string[] = [];
    const { asked } = await held(() => deliver(busy));
    const third = asked.then((status) => answered.push(`greedy ${status}`));
    expect(await deliver(free)).toBe(401);
    await greedy.call('GET /tags', {}).then(() => answered.push('people'));
    first.destroy();
    await third;
    expect(answered).toEqual(['people', 'greedy 401']);
  });

  test('of the sockets, and so has each user: one too many is told why and closed, and a place that is left can be taken', async () => {
    const boss = await givenCompany(small.url);
    const [agent, other] = [await givenUser(small.url, boss), await givenCompany(small.url)];
    const [first] = [await boss.socket(), await boss.socket()];
    await expect(boss.socket()).rejects.toThrow('disconnected');
    await agent.socket();
    await expect(agent.socket()).rejects.toThrow('disconnected');
    await other.socket();
    first.disconnect();
    await until(() => agent.socket().catch(() => null));
    const refused = io(small.url, { transports: ['websocket'], query: { token: agent.token }, reconnection: false, forceNew: true });
    expect(await heard(refused, 'refused')).toEqual({ error: 'ERR_TOO_MANY_SOCKETS' });
  });
});

test('a large upload may take as long as it needs', () => {
  expect(world.app.http?.server.requestTimeout).toBe(0);
});

test('a proxy closes what is idle before the server does, so that no request of it is reset', () => {
  expect(world.app.http?.server.keepAliveTimeout).toBeGreaterThan(120_000);
});

describe('rate limits', () => {
  const limited = all.filter((endpoint) => endpoint.perMinute);

  test('are on what anybody may call to sign in or up', () => {
    expect(limited.map(({ route }) => route)).toEqual(expect.arrayContaining(['POST /auth/login', 'POST /companies/cadastro']));
  });

  test.each(limited.map((endpoint) => [endpoint.route, endpoint] as const))('%s', async (route, { perMinute = 0 }) => {
    const headers = { 'x-forwarded-for': newIp() };
    const status = () =>
      call(world.url, route, { body: {}, headers }).catch((error) => error) as Promise<{ status: number; body: unknown }>;
    for (let n = 0; n < perMinute; n++) expect((await status()).status).not.toBe(429);
    expect(await status()).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
    headers['x-forwarded-for'] = newIp();
    expect((await status()).status).not.toBe(429);
  });
});

test('what is outside the contract and anybody may call is limited too', async () => {
  const headers = { 'x-forwarded-for': newIp() };
  const statuses = new Set<number>();
  for (let n = 0; n <= 300; n++) statuses.add((await fetch(`${world.url}/docs/reference.css`, { headers })).status);
  expect([...statuses]).toEqual([200, 429]);
  for (const url of ['/media/1/x.png', '/subscription/webhook'])
    expect(
      (await fetch(`${world.url}${url}`, { method: url === '/media/1/x.png' ? 'GET' : 'POST' })).headers.get('x-ratelimit-limit'),
    ).toMatch(/^\d+$/);
});

test('whoever is gone before their request is looked at is no failure of ours', async () => {
  const error = vi.spyOn(world.app.base.log, 'error');
  const chunked = 'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  const socket = createConnection(Number(new URL(world.url).port), '127.0.0.1', () =>
    socket.write(`${chunked}2;${'x'.repeat(20_000)}\r\n{}`),
  );
  expect((await socket.toArray()).join('')).toContain(' 400 ');
  await call(world.url, 'GET /version');
  expect(error.mock.calls).toEqual([]);
  error.mockRestore();
});

describe('metrics', () => {
  const from = async (url: string, headers: Record<string, string>) => (await fetch(`${url}/metrics`, { headers })).status;
  const elsewhere = { 'x-forwarded-for': '203.0.113.7' };

  test('are for this machine', async () => {
    expect(await from(world.url, {})).toBe(200);
    expect(await from(world.url, elsewhere)).toBe(404);
    expect(await from(world.url, { ...elsewhere, authorization: 'Bearer null' })).toBe(404);
  });

  test('are for others who know the token', async () => {
    expect(await from(secure.url, elsewhere)).toBe(404);
    expect(await from(secure.url, { ...elsewhere, authorization: `Bearer ${token}x` })).toBe(404);
    expect(await from(secure.url, { ...elsewhere, authorization: token })).toBe(404);
    expect(await from(secure.url, { ...elsewhere, authorization: `Bearer ${token}` })).toBe(200);
  });
});

describe('headers of every answer', () => {
  test.each(['/version', '/nothing', '/tickets'])('%s may load and connect only where the product is', async (path) => {
    const policy = (await fetch(`${secure.url}${path}`)).headers.get('content-security-policy') ?? '';
    const directives = new Map(policy.split(';').map((line) => [line.trim().split(' ')[0], line.trim().split(' ').slice(1)]));
    expect(directives.get('connect-src')).toEqual(["'self'", 'wss://atende.example', 'wss://outra.example']);
    expect(directives.get('default-src')).toEqual(["'self'"]);
    expect(directives.get('script-src')).toEqual(["'self'"]);
    expect(directives.get('object-src')).toEqual(["'none'"]);
    expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
    expect(directives.get('base-uri')).toEqual(["'self'"]);
    expect(directives.get('form-action')).toEqual(["'self'"]);
  });

  test('let only our own pages read what a person may', async () => {
    const shared = async (origin: string) => {
      const { headers } = await fetch(`${secure.url}/version`, { headers: { origin } });
      return headers.get('access-control-allow-origin');
    };
    expect(await shared('https://outra.example')).toBe('https://outra.example');
    expect(await shared('https://elsewhere.example')).toBeNull();
    expect(await shared('https://outra.example.elsewhere.example')).toBeNull();
  });

  test('ask for https only where there is https', async () => {
    expect((await fetch(`${secure.url}/version`)).headers.get('strict-transport-security')).toMatch(/^max-age=15552000/);
    expect((await fetch(`${world.url}/version`)).headers.get('strict-transport-security')).toBeNull();
  });
});

describe('a form', () => {
  const forms = all.filter(({ multipart }) => multipart === 'only');
  const path = ({ route }: EndpointShape) => (route.split(' ')[1] ?? '').replace(/:\w+/g, '1');
  const headers = () => ({ authorization: `Bearer ${admin.token}` });
  let operator: Client;
  beforeAll(async () => {
    operator = await signIn(world.url, world.operator.email, world.operator.password);
  });

  test.each(forms.map((endpoint) => [endpoint.route, endpoint] as const))('%s is refused as anything else', async (route, endpoint) => {
    const [method = ''] = route.split(' ');
    const answer = await fetch(`${world.url}${path(endpoint)}`, {
      method,
      headers: { authorization: `Bearer ${operator.token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'ERR_VALIDATION', issues: [{ path: 'body', code: 'multipart' }] }]);
  });

  test('is refused without its file, which is named', async () => {
    const form = new FormData();
    form.set('typeArch', 'contacts');
    const answer = await fetch(`${world.url}/v1/imports/preview`, { method: 'POST', headers: headers(), body: form });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'ERR_VALIDATION', issues: [{ path: 'body.file', code: 'required' }] },
    ]);
  });

  test('may not have in several files together what its endpoint takes in one', async () => {
    const form = new FormData();
    for (const name of ['a.xlsx', 'b.xlsx']) form.append('file', new Blob([new Uint8Array(15 * 1024 * 1024)]), name);
    const answer = await fetch(`${world.url}/v1/imports/preview`, { method: 'POST', headers: headers(), body: form });
    expect([answer.status, await answer.json()]).toEqual([413, { error: 'ERR_PAYLOAD_TOO_LARGE' }]);
  });

  test('is refused without a field, which is named', async () => {
    const { id } = await admin.call('POST /whatsapp', { body: { name: 'Telefone', channel: 'simulator' } });
    const form = new FormData();
    form.set('body', 'oi');
    form.set('name', 'Ana');
    const answer = await fetch(`${world.url}/simulator/${id}/messages`, { method: 'POST', headers: headers(), body: form });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: 'ERR_VALIDATION', issues: [{ path: 'body.from', code: 'required' }] },
    ]);
  });
});

test('a company that is switched off has no sockets', async () => {
  const owner = await givenCompany(world.url);
  const elsewhere = await signIn(world.url, owner.user.email, password, newIp());
  (await connect(world.url, owner.token)).close();
  const sql = new pg.Client({ connectionString: world.database.superUrl });
  await sql.connect();
  await sql.query('update companies set status = false where id = $1', [owner.user.companyId]);
  await sql.end();
  await expect(connect(world.url, elsewhere.token)).rejects.toThrow('disconnected: io server disconnect');
});

test('however often a browser says that it is there, it is noted now and then', async () => {
  const owner = await givenCompany(world.url);
  const socket = await owner.socket();
  const sql = new pg.Client({ connectionString: world.database.superUrl });
  await sql.connect();
  const seenAt = async () =>
    (
      await sql.query<{ last_seen_at: Date }>('select last_seen_at from users where id = $1', [owner.user.id])
    ).rows[0]?.last_seen_at.getTime();
  const atFirst = (await seenAt()) ?? 0;
  world.clock.advance(60_000);
  socket.emit('userStatus');
  const noted = await until(async () => {
    const at = (await seenAt()) ?? 0;
    return at > atFirst && at;
  });
  world.clock.advance(60_000);
  for (let n = 0; n < 50; n++) socket.emit('userStatus');
  for (let n = 0; n < 10; n++) await owner.call('GET /tickets', { query: { showAll: true } });
  expect(await seenAt()).toBe(noted);
  socket.close();
  await sql.end();
});

test.each([1, 2, 3])('of two admins who delete each other at once, one remains (%i)', async () => {
  const owner = await givenCompany(world.url);
  const other = await givenUser(world.url, owner, { profile: 'admin' });
  const remove = (by: Client, whom: Client) =>
    by.call('DELETE /users/:userId', { params: { userId: whom.user.id } }).then(
      () => 'deleted',
      () => 'refused',
    );
  const outcomes = await Promise.all([remove(other, owner), remove(owner, other)]);
  expect(outcomes.toSorted()).toEqual(['deleted', 'refused']);
  const [winner] = outcomes[0] === 'deleted' ? [other] : [owner];
  const { users } = await winner.call('GET /users', {});
  expect(users.map(({ id }) => id)).toEqual([winner.user.id]);
});
