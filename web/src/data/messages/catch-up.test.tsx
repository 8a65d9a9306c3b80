import type { MessageView } from '@balcao/contract/messages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askAgain } from '../../platform/live-cache.ts';
import { clearSession, keepSession } from '../../platform/session.ts';
import { refused, serve } from '../../platform/test-server.ts';
import { testSession } from '../../platform/test-session.ts';
import { renderUi } from '../../ui/test-render.tsx';
import { type MessagePages, messageKeys } from './keys.ts';
import { applyMessage } from './live.ts';
import { useThread } from './queries.ts';
import { makeMessage } from './test-messages.ts';

const since = '2026-11-21T09:00:00.000Z';
const later = (minute: number) => `2026-11-21T10:${minute}:00.000Z`;
const changed = (id: number, given: Partial<MessageView> = {}) =>
  makeMessage(id, { body: `mensagem ${id}, corrigida`, isEdited: true, updatedAt: later(10), ...given });

let cache: QueryClient;
let thread: ReturnType<typeof useThread> | undefined;
function Open(): null {
  thread = useThread(1);
  return null;
}

beforeEach(() => {
  thread = undefined;
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  keepSession(testSession());
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
});

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => makeMessage(from + at));
const sumOf = (messages: readonly MessageView[]) => String(messages.reduce((sum, { id }) => sum + Number(id), 0));

/** A server that has these messages, and the conversation open with as many pages as there are now. */
async function given(messages: MessageView[]) {
  const there = { messages, changed: [] as MessageView[] | null };
  const answer = ({ query }: { query: URLSearchParams }) => {
    const end = there.messages.length - 20 * (Number(query.get('pageNumber')) - 1);
    const held = there.messages.filter(({ id }) => Number(id) >= Number(query.get('from')));
    return {
      messages: there.messages.slice(Math.max(0, end - 20), end),
      ticket: { id: 1 },
      count: 0,
      hasMore: end > 20,
      ...(query.has('since') && { changes: there.changed && { messages: there.changed, count: held.length, sum: sumOf(held) } }),
    };
  };
  const { asked, answers } = serve({ 'GET /messages/1': answer });
  renderUi(
    <QueryClientProvider client={cache}>
      <Open />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(thread?.data?.pages).toHaveLength(1));
  for (let page = 1; page < messages.length / 20; page++) await thread?.fetchNextPage();
  asked.length = 0;
  return { there, asked, answers, answer };
}

const pages = () => cache.getQueryData<MessagePages>(messageKeys.thread(1))?.pages.map((page) => page.messages);
const held = () => pages()?.flat();
const one = (id: number) => held()?.find((message) => message.id === String(id));
const queries = (asked: { query: URLSearchParams }[]) => asked.map(({ query }) => Object.fromEntries(query));

test('after the line was down one call brings what changed on all pages, and what is new', async () => {
  const { there, asked } = await given(range(1, 100));
  const kept = one(50);
  there.messages = [...range(1, 100).map((message) => (message.id === '7' ? changed(7) : message)), ...range(101, 125)];
  there.changed = [changed(7), ...range(101, 125)];
  await askAgain(cache, since);
  await vi.waitFor(() => expect(one(7)?.isEdited).toBe(true));
  expect(queries(asked)).toEqual([{ pageNumber: '1', from: '1', since }]);
  expect(pages()?.map((messages) => messages.length)).toEqual([45, 20, 20, 20, 20]);
  expect(pages()?.[0]?.map(({ id }) => Number(id))).toEqual(range(81, 125).map(({ id }) => Number(id)));
  // What did not change is not drawn again.
  expect(one(50)).toBe(kept);
});

test('what was heard meanwhile is newer than the answer', async () => {
  const { there, answers, answer } = await given(range(1, 40));
  there.changed = [changed(7)];
  answers['GET /messages/1'] = async (call: { query: URLSearchParams }) => {
    const given = answer(call);
    applyMessage(cache, changed(7, { body: 'corrigida outra vez', updatedAt: later(20) }));
    applyMessage(cache, makeMessage(41));
    return given;
  };
  await askAgain(cache, since);
  await vi.waitFor(() => expect(one(7)?.body).toBe('corrigida outra vez'));
  await vi.waitFor(() => expect(held()?.map(({ id }) => id)).toContain('41'));
  expect(held()).toHaveLength(41);
});

test.each([
  ['too much changed', (there: { changed: MessageView[] | null }) => (there.changed = null)],
  [
    'messages of another contact were merged in',
    (there: { messages: MessageView[] }) => (there.messages = there.messages.toSpliced(30, 0, makeMessage(130))),
  ],
  ['messages are gone', (there: { messages: MessageView[] }) => (there.messages = there.messages.filter(({ id }) => id !== '12'))],
  ['one is another one', (there: { messages: MessageView[] }) => (there.messages = there.messages.with(11, makeMessage(112)))],
])('where %s, all pages are asked for anew', async (_, happens) => {
  const { there, asked } = await given(range(1, 60));
  happens(there as never);
  await askAgain(cache, since);
  await vi.waitFor(() => expect(queries(asked).map(({ pageNumber }) => pageNumber)).toEqual(['1', '1', '2', '3']));
  await vi.waitFor(() =>
    expect(
      held()
        ?.map(({ id }) => id)
        .toSorted(),
    ).toEqual(
      there.messages
        .slice(-60)
        .map(({ id }) => id)
        .toSorted(),
    ),
  );
});

test('pages that are held for half a day are asked for anew: the links to their files are soon over', async () => {
  const { asked } = await given(range(1, 40));
  const key = messageKeys.thread(1);
  cache.setQueryData(key, cache.getQueryData(key), { updatedAt: Date.now() - 13 * 3_600_000 });
  await askAgain(cache, since);
  await vi.waitFor(() => expect(queries(asked)).toEqual([{ pageNumber: '1' }, { pageNumber: '2' }]));
});

test('what could not be asked is asked the next time, from its beginning', async () => {
  const { there, asked, answers, answer } = await given(range(1, 60));
  answers['GET /messages/1'] = refused('ERR_INTERNAL', 500);
  await askAgain(cache, since);
  await vi.waitFor(() => expect(cache.getQueryState(messageKeys.thread(1))?.fetchStatus).toBe('idle'));
  await vi.waitFor(() => expect(cache.getQueryState(messageKeys.thread(1))?.isInvalidated).toBe(true));
  answers['GET /messages/1'] = answer;
  asked.length = 0;
  there.messages = there.messages.with(6, changed(7));
  // Nothing changed since the last connect, but before it.
  await askAgain(cache, later(30));
  await vi.waitFor(() => expect(one(7)?.isEdited).toBe(true));
  expect(queries(asked).map(({ pageNumber }) => pageNumber)).toEqual(['1', '2', '3']);
});

test('whose rights changed asks for everything anew', async () => {
  const { asked } = await given(range(1, 40));
  await askAgain(cache);
  expect(queries(asked)).toEqual([{ pageNumber: '1' }, { pageNumber: '2' }]);
});
