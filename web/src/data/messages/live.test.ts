import type { MessageView } from '@balcao/contract/messages';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { News } from '../../platform/socket.ts';
import { namesLive } from '../names-live.ts';
import { makeTicket } from '../tickets/test-tickets.ts';
import { type MessagePages, messageKeys } from './keys.ts';
import { applyMessage, messagesLive } from './live.ts';
import { type PendingMessage, putPending } from './pending.ts';
import { makeMessage } from './test-messages.ts';

let cache: QueryClient;
beforeEach(() => {
  cache = new QueryClient();
});

function seed(ticketId: number, ...pages: MessageView[][]) {
  cache.setQueryData<MessagePages>(messageKeys.thread(ticketId), {
    pages: pages.map((messages, number) => ({
      messages,
      ticket: {} as MessagePages['pages'][number]['ticket'],
      count: 0,
      hasMore: number < pages.length - 1,
    })),
    pageParams: pages.map((_, number) => number + 1),
  });
}
const thread = (ticketId = 1) =>
  cache.getQueryData<MessagePages>(messageKeys.thread(ticketId))?.pages.map((page) => page.messages.map(({ id }) => id));
const held = (id: number) =>
  cache
    .getQueryData<MessagePages>(messageKeys.thread(1))
    ?.pages.flatMap((page) => page.messages)
    .find((m) => m.id === String(id));

function pending(key: string): PendingMessage {
  return {
    key,
    ticketId: 1,
    body: 'oi',
    to: null,
    quoted: null,
    file: null,
    createdAt: '2026-11-21T09:00:00.000Z',
    state: 'sending',
    progress: 0,
    error: null,
  };
}

test('a new message stands at the end of its thread', () => {
  seed(1, [makeMessage(8), makeMessage(9)], [makeMessage(1)]);
  applyMessage(cache, makeMessage(10));
  expect(thread()).toEqual([['8', '9', '10'], ['1']]);
});

test('what is told of a conversation that must be accepted first is no part of it; it is asked for anew instead', () => {
  seed(1, [makeMessage(8)]);
  const me = { id: 1, profile: 'user', queues: [{ id: 1 }], allTicket: 'disabled' };
  const hear = (status: 'pending' | 'open', id: number) => {
    const ticket = makeTicket(1, { status });
    messagesLive.appMessage?.(cache, { action: 'create', message: makeMessage(id), ticket, contact: ticket.contact }, me as never);
  };
  hear('open', 9);
  expect([thread(), cache.getQueryState(messageKeys.thread(1))?.isInvalidated]).toEqual([[['8', '9']], false]);
  hear('pending', 10);
  expect([thread(), cache.getQueryState(messageKeys.thread(1))?.isInvalidated]).toEqual([[['8', '9']], true]);
  const ask = vi.fn(async () => null);
  const stop = new QueryObserver(cache, {
    queryKey: messageKeys.thread(1),
    queryFn: ask,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
  }).subscribe(() => {});
  const stands = (status: 'pending' | 'open') =>
    messagesLive.ticket?.(cache, { action: 'update', ticket: makeTicket(1, { status }) }, me as never);
  stands('pending');
  expect(ask).not.toHaveBeenCalled();
  stands('open');
  expect(ask).toHaveBeenCalledOnce();
  stop();
});

test('who only peeks at a conversation sees its news too', () => {
  const [changed, added] = [makeMessage(9, { body: 'corrigida', updatedAt: '2031-01-01T00:00:00.000Z' }), makeMessage(10)];
  const page = { messages: [makeMessage(9)], ticket: {} as MessagePages['pages'][number]['ticket'], count: 0, hasMore: false };
  cache.setQueryData<MessagePages>(messageKeys.peek(1), { pages: [page], pageParams: [1] });
  for (const message of [changed, added]) applyMessage(cache, message);
  expect(cache.getQueryData<MessagePages>(messageKeys.peek(1))?.pages[0]?.messages).toEqual([changed, added]);
});

test('where a text was found is asked for again with the next message', () => {
  vi.useFakeTimers();
  cache.setQueryData(messageKeys.find(1, 'prazo', 'all'), { hits: [] });
  cache.setQueryData(messageKeys.find(2, 'prazo', 'all'), { hits: [] });
  const ticket = makeTicket(1);
  namesLive.appMessage?.(cache, { action: 'create', message: makeMessage(10), ticket, contact: ticket.contact } as never, {} as never);
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  expect([1, 2].map((id) => cache.getQueryState(messageKeys.find(id, 'prazo', 'all'))?.isInvalidated)).toEqual([true, false]);
});

test('conversations are asked for again when a contact is gone, which may have been merged, not when one changes', () => {
  vi.useFakeTimers();
  seed(1, [makeMessage(8)]);
  const invalidatedBy = (news: unknown) => {
    messagesLive.contact?.(cache, news as never, {} as never);
    vi.advanceTimersByTime(1000);
    return cache.getQueryState(messageKeys.thread(1))?.isInvalidated;
  };
  expect(invalidatedBy({ action: 'update', contact: { id: 5 } })).toBe(false);
  expect(invalidatedBy({ action: 'delete', contactId: 5 })).toBe(true);
  vi.useRealTimers();
});

test('the files of a contact are asked for again when their conversation comes into sight or leaves it', () => {
  vi.useFakeTimers();
  const [own, other] = [messageKeys.media(1, 'files'), messageKeys.media(2, 'files')];
  const stale = () => [own, other].map((key) => cache.getQueryState(key)?.isInvalidated);
  const hear = (news: News<'ticket'>) => {
    for (const key of [own, other]) cache.setQueryData(key, {});
    namesLive.ticket?.(cache, news, {} as never);
    vi.advanceTimersByTime(1000);
  };
  hear({ action: 'update', ticket: makeTicket(1) });
  expect(stale()).toEqual([true, false]);
  // News of a conversation that left tell no more than its id.
  hear({ action: 'delete', ticketId: 1, moved: true });
  expect(stale()).toEqual([true, true]);
  vi.useRealTimers();
});

test('a message that was overtaken stands in its order', () => {
  seed(1, [makeMessage(8), makeMessage(10)], [makeMessage(1)]);
  applyMessage(cache, makeMessage(9));
  expect(thread()).toEqual([['8', '9', '10'], ['1']]);
});

test('a new message does not enter the thread of another ticket', () => {
  seed(2, [makeMessage(8, { ticketId: 2 })]);
  applyMessage(cache, makeMessage(10));
  expect(thread(2)).toEqual([['8']]);
});

test('a tick reaches a message of an earlier ticket in the thread', () => {
  seed(1, [makeMessage(8)], [makeMessage(3, { ticketId: 7, fromMe: true })]);
  applyMessage(cache, makeMessage(3, { ticketId: 7, fromMe: true, ack: 3, updatedAt: '2026-11-21T12:00:00.000Z' }));
  expect(held(3)?.ack).toBe(3);
});

test('late news do not take ticks back', () => {
  seed(1, [makeMessage(8, { ack: 3, updatedAt: '2026-11-21T12:00:00.000Z' })]);
  applyMessage(cache, makeMessage(8, { ack: 1 }));
  expect(held(8)?.ack).toBe(3);
});

test('an old message that is not loaded is not put at the top of the newest page', () => {
  seed(1, [makeMessage(8), makeMessage(9)], [makeMessage(5)]);
  applyMessage(cache, makeMessage(2));
  expect(thread()).toEqual([['8', '9'], ['5']]);
});

test('the sent message replaces its pending one, whether the reply or the news come first', () => {
  seed(1, [makeMessage(8)]);
  putPending(cache, pending('k1'));
  putPending(cache, pending('k2'));
  applyMessage(cache, makeMessage(9, { fromMe: true, clientKey: 'k1:0' }));
  applyMessage(cache, makeMessage(9, { fromMe: true, clientKey: 'k1:0' }));
  expect(thread()).toEqual([['8', '9']]);
  expect(cache.getQueryData<PendingMessage[]>(messageKeys.pending(1))?.map(({ key }) => key)).toEqual(['k2']);
});

test('a pending message keeps its place when its progress changes', () => {
  putPending(cache, pending('k1'));
  putPending(cache, pending('k2'));
  putPending(cache, { ...pending('k1'), progress: 0.5 });
  expect(cache.getQueryData<PendingMessage[]>(messageKeys.pending(1))?.map(({ key, progress }) => [key, progress])).toEqual([
    ['k1', 0.5],
    ['k2', 0],
  ]);
});

test('a message that slid onto the page before is renewed on both', () => {
  const slid = makeMessage(2, { fromMe: true, ack: 2 });
  seed(1, [slid, makeMessage(3)], [makeMessage(1), slid]);
  applyMessage(cache, { ...slid, ack: 3, updatedAt: '2026-11-21T10:00:00.000Z' });
  const copies = cache
    .getQueryData<MessagePages>(messageKeys.thread(1))
    ?.pages.flatMap((page) => page.messages)
    .filter(({ id }) => id === '2');
  expect(copies?.map(({ ack }) => ack)).toEqual([3, 3]);
});

test('of two copies of the same moment the one with fewer ticks is the older', () => {
  seed(1, [makeMessage(1, { fromMe: true, ack: 3 })]);
  applyMessage(cache, makeMessage(1, { fromMe: true, ack: 2 }));
  expect(held(1)?.ack).toBe(3);
  applyMessage(cache, makeMessage(1, { fromMe: true, ack: 4 }));
  expect(held(1)?.ack).toBe(4);
});
