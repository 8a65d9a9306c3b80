import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bringIn } from '../../platform/live-cache.ts';
import { clearSession, keepSession } from '../../platform/session.ts';
import { deferred, refused, serve } from '../../platform/test-server.ts';
import { testSession } from '../../platform/test-session.ts';
import { renderUi } from '../../ui/test-render.tsx';
import { useConversationNotes } from '../notes/queries.ts';
import { useTicketMoves } from '../tickets/queries.ts';
import { type MessagePages, messageKeys } from './keys.ts';
import { applyMessage } from './live.ts';
import { endPrefetch, prefetchThread } from './prefetch.ts';
import { useThread } from './queries.ts';
import { makeMessage } from './test-messages.ts';

let cache: QueryClient;
const thread = () => cache.getQueryData<MessagePages>(messageKeys.thread(1));
const bodies = () => thread()?.pages.flatMap(({ messages }) => messages.map(({ body }) => body));
const page = (body: string) => ({ messages: [makeMessage(1, { body })], ticket: { id: 1 }, count: 1, hasMore: false });
function Open(): null {
  useThread(1);
  return null;
}
const open = () =>
  renderUi(
    <QueryClientProvider client={cache}>
      <Open />
    </QueryClientProvider>,
  );

/** What is told between the messages. */
const told = { 'GET /v1/tickets/1/moves': [], 'GET /v1/tickets/1/notes': [] };
/** How the newest page was asked for. */
const pagesOf = (asked: ReturnType<typeof serve>['asked']) =>
  asked.flatMap(({ route, query }) => (route === 'GET /messages/1' ? query.toString() : []));

beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retry: 3, retryDelay: 0, staleTime: 30_000 } } });
  keepSession(testSession());
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
});

test('stands before it is opened, with nothing marked as read; opening asks anew, and reads', async () => {
  const { asked } = serve({
    ...told,
    'GET /messages/1': ({ query }: { query: URLSearchParams }) => page(query.has('peek') ? 'antes' : 'agora'),
  });
  await prefetchThread(cache, 1, 2);
  expect(bodies()).toEqual(['antes']);
  open();
  await vi.waitFor(() => expect(bodies()).toEqual(['agora']));
  await prefetchThread(cache, 1, 2);
  expect(pagesOf(asked)).toEqual(['pageNumber=1&peek=true', 'pageNumber=1']);
});

test('what is told between the messages comes with them, so that nothing moves them as they are looked at', async () => {
  const { asked } = serve({ ...told, 'GET /messages/1': page('antes') });
  await prefetchThread(cache, 1, 2);
  await vi.waitFor(() => expect(cache.isFetching()).toBe(0));
  const { result } = renderHook(() => [useTicketMoves(1), useConversationNotes(1, 2)], {
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  });
  expect(result.current[0]).toEqual([]);
  expect(asked.map(({ route }) => route).sort()).toEqual(['GET /messages/1', ...Object.keys(told)]);
});

test('who opens it meanwhile is given an answer of their own, and no older one over it', async () => {
  const early = deferred();
  serve({ ...told, 'GET /messages/1': ({ query }: { query: URLSearchParams }) => (query.has('peek') ? early.promise : page('agora')) });
  const loaded = prefetchThread(cache, 1, 2);
  open();
  await vi.waitFor(() => expect(bodies()).toEqual(['agora']));
  early.resolve(page('antes'));
  await loaded;
  expect(bodies()).toEqual(['agora']);
});

test('what is written while it loads is in it', async () => {
  const early = deferred();
  serve({ ...told, 'GET /messages/1': () => early.promise });
  const loaded = prefetchThread(cache, 1, 2);
  bringIn(cache, () => applyMessage(cache, makeMessage(2, { body: 'e ainda isto' })));
  early.resolve(page('antes'));
  await loaded;
  await vi.waitFor(() => expect(bodies()).toEqual(['antes', 'e ainda isto']));
});

test('an answer on its way as somebody else signs in is dropped; so is a refusal, and it is not asked again', async () => {
  const early = deferred();
  const { answers, asked } = serve({ ...told, 'GET /messages/1': () => early.promise });
  const loaded = prefetchThread(cache, 1, 2);
  cache.clear();
  early.resolve(page('de outra pessoa'));
  await expect(loaded).rejects.toThrow('Cancelled');
  expect(thread()).toBeUndefined();
  answers['GET /messages/1'] = refused('ERR_NO_PERMISSION');
  await expect(prefetchThread(cache, 1, 2)).rejects.toThrow('ERR_NO_PERMISSION');
  expect(cache.getQueryState(messageKeys.thread(1))).toBeUndefined();
  expect(pagesOf(asked)).toHaveLength(2);
});

test('what nobody opened is not waited for once they reach for another one; what is opened, or needed again, is', async () => {
  const early = deferred();
  const { answers } = serve({
    'GET /messages/1': () => early.promise,
    'GET /v1/tickets/1/moves': () => early.promise,
    'GET /v1/tickets/1/notes': () => early.promise,
  });
  const another = { id: 5, contactId: 2 };
  const first = prefetchThread(cache, 1, 2);
  endPrefetch(cache, { id: 1, contactId: 2 }, { id: 1, contactId: 2 });
  expect(cache.isFetching()).toBe(3);
  endPrefetch(cache, { id: 1, contactId: 2 }, another);
  await expect(first).rejects.toThrow('Cancelled');
  expect([cache.isFetching(), thread()]).toEqual([0, undefined]);
  Object.assign(answers, { 'GET /messages/1': page('agora'), 'GET /v1/tickets/1/notes': [] });
  const { result } = renderHook(() => useTicketMoves(1), {
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  });
  open();
  endPrefetch(cache, { id: 1, contactId: 2 }, another);
  early.resolve([{ id: 1 }]);
  await vi.waitFor(() => expect([bodies(), result.current]).toEqual([['agora'], [{ id: 1 }]]));
});
