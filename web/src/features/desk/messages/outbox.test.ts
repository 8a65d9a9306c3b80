import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messageKeys } from '../../../data/messages/keys.ts';
import type { PendingMessage } from '../../../data/messages/pending.ts';
import { makeMessage } from '../../../data/messages/test-messages.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { clearSession, keepSession, sessionState } from '../../../platform/session.ts';
import { testSession } from '../../../platform/test-session.ts';
import { cancelSend, resumeOutbox, send, sendAgain } from './outbox.ts';

type Sent = { body: string; token: string | null; key: string };
let sent: Sent[];
/** The texts that meet no server. */
let offline: (body: string) => boolean;

const write = (cache: QueryClient, body: string, ticketId = 1) => send(cache, { ticketId, body, quoted: null, file: null });
const pendings = (cache: QueryClient, ticketId = 1) => cache.getQueryData<PendingMessage[]>(messageKeys.pending(ticketId)) ?? [];
const goOnline = () => {
  offline = () => false;
  window.dispatchEvent(new Event('online'));
};
const signIn = (id: number) => keepSession(testSession({ token: `token-${id}`, user: { id } }));

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { body } = JSON.parse(init.body as string) as { body: string };
    const headers = new Headers(init.headers);
    const key = headers.get('Idempotency-Key') ?? '';
    sent.push({ body, token: headers.get('Authorization'), key });
    if (offline(body)) throw new TypeError('Failed to fetch');
    const message = makeMessage(sent.length, { body, fromMe: true, clientKey: `${key}:0` });
    return new Response(JSON.stringify([message]), { status: 200, headers: { 'Content-Type': 'application/json' } });
  });
  clearSession();
  signIn(7);
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
});

test('a text that waits in one tab is not forgotten when another tab sends one', async () => {
  const [one, other, later] = [new QueryClient(), new QueryClient(), new QueryClient()];
  offline = (body) => body === 'preso';
  write(one, 'preso');
  await vi.waitFor(() => expect(pendings(one)).toMatchObject([{ state: 'waiting' }]));
  write(other, 'solto', 2);
  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ body: 'solto' }));
  await vi.waitFor(() => expect(pendings(other, 2)).toEqual([]));
  // The tab is left and opened again.
  one.clear();
  goOnline();
  resumeOutbox(later);
  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ body: 'preso', key: sent[0]?.key }));
  await vi.waitFor(() => expect(pendings(later)).toEqual([]));
  expect(localStorage.getItem('outbox:7')).toBeNull();
});

test('what somebody wrote goes out under no other name, and when its author is back', async () => {
  offline = () => true;
  write(queryClient, 'de Marina');
  await vi.waitFor(() => expect(pendings(queryClient)).toMatchObject([{ state: 'waiting' }]));
  clearSession();
  signIn(8);
  resumeOutbox(queryClient);
  goOnline();
  write(queryClient, 'de Bia');
  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ body: 'de Bia', token: 'Bearer token-8' }));
  await vi.waitFor(() => expect(pendings(queryClient)).toEqual([]));
  clearSession();
  signIn(7);
  resumeOutbox(queryClient);
  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ body: 'de Marina', token: 'Bearer token-7' }));
  expect(sent.filter(({ token }) => token === 'Bearer token-8')).toHaveLength(1);
});

test('a text that meets the end of the session waits for the next one', async () => {
  offline = () => false;
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async () => new Response('{"error":"ERR_SESSION_EXPIRED"}', { status: 401 }));
  write(queryClient, 'quase');
  await vi.waitFor(() => expect(sessionState().state).toBe('out'));
  vi.stubGlobal('fetch', answer);
  signIn(7);
  resumeOutbox(queryClient);
  await vi.waitFor(() => expect(sent).toMatchObject([{ body: 'quase', token: 'Bearer token-7' }]));
  await vi.waitFor(() => expect(pendings(queryClient)).toEqual([]));
});

test('a text waits for the one before it in its conversation, and for none of another', async () => {
  offline = (body) => body === 'primeiro';
  const cache = new QueryClient();
  write(cache, 'primeiro');
  write(cache, 'segundo');
  write(cache, 'de outra conversa', 2);
  await vi.waitFor(() => expect(pendings(cache)).toMatchObject([{ state: 'waiting' }, { state: 'sending' }]));
  await vi.waitFor(() => expect(pendings(cache, 2)).toEqual([]));
  expect(sent.map(({ body }) => body)).not.toContain('segundo');
  goOnline();
  await vi.waitFor(() => expect(pendings(cache)).toEqual([]));
  expect(sent.map(({ body }) => body).slice(-2)).toEqual(['primeiro', 'segundo']);
});

const refuseWith = (status: number, error: string) =>
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    sent.push({ body: (JSON.parse(init.body as string) as { body: string }).body, token: null, key: headers.get('Idempotency-Key') ?? '' });
    return new Response(JSON.stringify({ error }), { status });
  });

test('what the server refuses waits for the person, who sends it again under the same key or gives it up', async () => {
  offline = () => false;
  const answer = globalThis.fetch;
  refuseWith(409, 'ERR_TICKET_CLOSED');
  const cache = new QueryClient();
  write(cache, 'tarde demais');
  await vi.waitFor(() => expect(pendings(cache)).toMatchObject([{ state: 'failed', error: { code: 'ERR_TICKET_CLOSED' } }]));
  vi.stubGlobal('fetch', answer);
  sendAgain(cache, pendings(cache)[0] as PendingMessage);
  await vi.waitFor(() => expect(pendings(cache)).toEqual([]));
  expect([sent.length, sent[1]?.key]).toEqual([2, sent[0]?.key]);

  refuseWith(409, 'ERR_TICKET_CLOSED');
  write(cache, 'deixa');
  await vi.waitFor(() => expect(pendings(cache)).toMatchObject([{ state: 'failed' }]));
  cancelSend(cache, pendings(cache)[0] as PendingMessage);
  expect([pendings(cache), localStorage.getItem('outbox:7')]).toEqual([[], null]);
});

test.each([
  [429, 'ERR_TOO_MANY_REQUESTS'],
  [503, 'ERR_UNAVAILABLE'],
])('a server that answers %i is asked again by itself', async (status, error) => {
  offline = () => false;
  const answer = globalThis.fetch;
  refuseWith(status, error);
  const cache = new QueryClient();
  write(cache, 'já vai');
  await vi.waitFor(() => expect(pendings(cache)).toMatchObject([{ state: 'waiting' }]));
  vi.stubGlobal('fetch', answer);
  goOnline();
  await vi.waitFor(() => expect(pendings(cache)).toEqual([]));
  expect(sent.map(({ key }) => key)).toEqual([sent[0]?.key, sent[0]?.key]);
});

test('a text that is given up while it is on its way is not sent at the next sign-in', async () => {
  offline = () => true;
  const cache = new QueryClient();
  write(cache, 'esquece');
  await vi.waitFor(() => expect(pendings(cache)).toMatchObject([{ state: 'waiting' }]));
  cancelSend(cache, pendings(cache)[0] as PendingMessage);
  goOnline();
  await vi.waitFor(() => expect(localStorage.getItem('outbox:7')).toBeNull());
  expect([sent.length, pendings(cache)]).toEqual([1, []]);
});
