import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, api, renewSession } from './api.ts';
import { clearSession, keepSession, sessionEnd, sessionState, sessionToken } from './session.ts';
import { testSession } from './test-session.ts';

type Seen = { method: string; url: string; token: string | null; body: string | undefined; headers: Headers };
let seen: Seen[];
let answer: (call: Seen) => Response | Promise<Response>;

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

beforeEach(() => {
  seen = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const call = { method: init.method ?? 'GET', url, token: headers.get('Authorization'), body: init.body as string | undefined, headers };
    seen.push(call);
    return answer(call);
  });
  keepSession(testSession({ token: 'old' }));
});

test('builds the address from params and query, and sends the token', async () => {
  answer = () => json(200, { tickets: [], count: 0, hasMore: false });
  await api('GET /tickets', { query: { status: 'open', queueIds: [1, 2], searchParam: 'ção', pageNumber: undefined } });
  expect(seen[0]?.url).toBe('/tickets?status=open&queueIds=%5B1%2C2%5D&searchParam=%C3%A7%C3%A3o');
  expect(seen[0]?.token).toBe('Bearer old');

  await api('PUT /tickets/:ticketId', { params: { ticketId: 12 }, body: { status: 'closed' }, idempotencyKey: 'once' });
  expect(seen[1]).toMatchObject({ method: 'PUT', url: '/tickets/12', body: '{"status":"closed"}' });
  expect(seen[1]?.headers.get('Idempotency-Key')).toBe('once');
});

test('calls that meet an ended token share one renewal and are repeated once', async () => {
  answer = async (call) => {
    if (call.url === '/auth/refresh_token') return json(200, testSession({ token: 'new' }));
    return call.token === 'Bearer new' ? json(200, { version: call.url }) : json(403, { error: 'ERR_TOKEN_EXPIRED' });
  };
  await Promise.all([api('GET /version'), api('GET /version'), api('GET /version')]);
  expect(seen.filter((call) => call.url === '/auth/refresh_token')).toHaveLength(1);
  expect(seen.filter((call) => call.token === 'Bearer new')).toHaveLength(3);
  expect(sessionToken()).toBe('new');
});

test('a call that comes back after the renewal uses the new token without renewing again', async () => {
  let release: (response: Response) => void = () => undefined;
  answer = (call) => {
    if (call.url === '/auth/refresh_token') return json(200, testSession({ token: 'new' }));
    if (call.token === 'Bearer new') return json(200, { version: '1' });
    return seen.length === 1
      ? new Promise((resolve) => {
          release = resolve;
        })
      : json(403, { error: 'ERR_TOKEN_EXPIRED' });
  };
  const slow = api('GET /version');
  await api('GET /version');
  release(json(403, { error: 'ERR_TOKEN_EXPIRED' }));
  await slow;
  expect(seen.filter((call) => call.url === '/auth/refresh_token')).toHaveLength(1);
});

test('a token refused again after the renewal is an error, not a loop', async () => {
  answer = (call) =>
    call.url === '/auth/refresh_token' ? json(200, testSession({ token: 'new' })) : json(403, { error: 'ERR_TOKEN_EXPIRED' });
  await expect(api('GET /version')).rejects.toMatchObject({ code: 'ERR_TOKEN_EXPIRED' });
  expect(seen).toHaveLength(3);
});

test('other refusals are thrown as they are, without a renewal', async () => {
  answer = () => json(403, { error: 'ERR_NO_PERMISSION' });
  await expect(api('GET /version')).rejects.toMatchObject({ status: 403, code: 'ERR_NO_PERMISSION' });
  expect(seen).toHaveLength(1);
  expect(sessionState().state).toBe('in');
});

test('a refused renewal signs out', async () => {
  answer = (call) =>
    call.url === '/auth/refresh_token' ? json(401, { error: 'ERR_SESSION_EXPIRED' }) : json(403, { error: 'ERR_TOKEN_EXPIRED' });
  await expect(api('GET /version')).rejects.toBeInstanceOf(ApiError);
  expect(sessionState().state).toBe('out');
  expect(localStorage.getItem('token')).toBeNull();
});

test('a renewal that meets no server leaves the session alone', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(renewSession()).rejects.toMatchObject({ status: 0, code: 'ERR_NETWORK' });
  expect(sessionState().state).toBe('in');
});

test('a call that is refused after the session ended leaves the reason of its end', async () => {
  answer = () => json(401, { error: 'ERR_SESSION_EXPIRED' });
  clearSession('elsewhere');
  await expect(api('GET /version')).rejects.toMatchObject({ status: 401 });
  expect(sessionEnd()).toBe('elsewhere');
});

test('401 signs out, except when signing in', async () => {
  answer = () => json(401, { error: 'ERR_INVALID_CREDENTIALS' });
  await expect(api('POST /auth/login', { body: { email: 'a@b.co', password: 'x' } })).rejects.toMatchObject({
    code: 'ERR_INVALID_CREDENTIALS',
  });
  expect(sessionState().state).toBe('in');
  await expect(api('GET /version')).rejects.toMatchObject({ status: 401 });
  expect(sessionState().state).toBe('out');
});

test('a late refusal of a session that was left does not end the next one', async () => {
  let refuse: (response: Response) => void = () => undefined;
  answer = () =>
    new Promise((resolve) => {
      refuse = resolve;
    });
  const late = api('GET /version');
  clearSession();
  keepSession(testSession({ token: 'next', user: { id: 8 } }));
  refuse(json(401, { error: 'ERR_SESSION_EXPIRED' }));
  await expect(late).rejects.toMatchObject({ status: 401 });
  expect(sessionState()).toMatchObject({ state: 'in', user: { id: 8 } });
  expect(sessionToken()).toBe('next');
});

test('who signs out while the session is renewed stays out', async () => {
  let renewed: (response: Response) => void = () => undefined;
  answer = () =>
    new Promise((resolve) => {
      renewed = resolve;
    });
  const renewal = renewSession();
  clearSession();
  renewed(json(200, testSession({ token: 'new' })));
  await expect(renewal).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED' });
  expect(sessionState().state).toBe('out');
  expect(sessionToken()).toBeNull();
});

test('a call of one person is not repeated in the name of another', async () => {
  let refuse: (response: Response) => void = () => undefined;
  answer = (call) =>
    call.token === 'Bearer old'
      ? new Promise((resolve) => {
          refuse = resolve;
        })
      : json(200, { version: '1' });
  const late = api('DELETE /tickets/:ticketId', { params: { ticketId: 5 } });
  clearSession();
  keepSession(testSession({ token: 'next', user: { id: 8 } }));
  refuse(json(403, { error: 'ERR_TOKEN_EXPIRED' }));
  await expect(late).rejects.toMatchObject({ code: 'ERR_TOKEN_EXPIRED' });
  expect(seen.map(({ token }) => token)).toEqual(['Bearer old']);
});

test('an error carries its issues, details and raw text', async () => {
  answer = () =>
    json(400, {
      error: '{"id":5}',
      code: 'ERR_OTHER_OPEN_TICKET',
      issues: [{ path: 'body.name', code: 'too_small', min: 2 }],
      details: { a: 1 },
    });
  const error = await api('GET /version').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'ERR_OTHER_OPEN_TICKET', raw: '{"id":5}', issues: [{ path: 'body.name' }], details: { a: 1 } });
});

test('what a gateway answers while the server restarts is told apart', async () => {
  answer = () => new Response('<html>Bad gateway</html>', { status: 502 });
  await expect(api('GET /version')).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' });
  answer = () => new Response('<html>app</html>', { status: 200 });
  await expect(api('GET /version')).rejects.toMatchObject({ code: 'ERR_UNKNOWN' });
});

test('an empty success is an empty object', async () => {
  answer = () => new Response('', { status: 200 });
  await expect(api('DELETE /auth/logout')).resolves.toEqual({});
});

test('stopping a call is told apart from losing the connection', async () => {
  const stop = new AbortController();
  vi.stubGlobal(
    'fetch',
    (_url: string, init: RequestInit) =>
      new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))),
  );
  const call = api('GET /version', { signal: stop.signal });
  stop.abort();
  await expect(call).rejects.toMatchObject({ code: 'ERR_ABORTED' });
  await expect(api('GET /version', { timeoutMs: 1 })).rejects.toMatchObject({ code: 'ERR_TIMEOUT' });
});
