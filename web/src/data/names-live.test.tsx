import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Live } from '../platform/live-cache.ts';
import type { MessagePages } from './messages/keys.ts';
import { messageKeys } from './messages/keys.ts';
import { makeMessage } from './messages/test-messages.ts';
import { namesLive } from './names-live.ts';
import { noteKeys } from './notes/keys.ts';
import { pingKeys } from './pings/keys.ts';
import { ticketKeys } from './tickets/keys.ts';

const ana = { id: 2, name: 'Ana' };
const cache = new QueryClient();
const hear = <C extends keyof Live>(channel: C, news: unknown) => namesLive[channel]?.(cache, news as never, {} as never);

test('a person, a queue and a contact have their new names wherever a conversation repeats them, and the rest stays the same', () => {
  const helena = { id: 9, name: 'Helena', number: '55' };
  const page = { messages: [makeMessage(1, { user: ana, contact: helena }), makeMessage(2)], ticket: {}, count: 2, hasMore: false };
  cache.setQueryData(messageKeys.thread(1), { pages: [page], pageParams: [1] });
  cache.setQueryData(ticketKeys.moves(1), [{ id: 1, by: ana, user: null, queue: { id: 3, name: 'Vendas' } }]);
  cache.setQueryData(noteKeys.thread(1, 9), [
    { id: 1, kind: 'written', user: ana, mentions: [ana], readBy: [{ ...ana, at: '' }], contact: { id: 9, name: 'Helena' } },
  ]);
  cache.setQueryData(pingKeys.all, [{ id: 1, by: ana, ticketId: 1, ticket: { contactId: 9, contactName: 'Helena' } }]);
  cache.setQueryData(pingKeys.followers(1), [ana]);
  const before = cache.getQueryData<MessagePages>(messageKeys.thread(1))?.pages[0]?.messages[1];
  hear('user', { action: 'update', user: { id: 2, name: 'Ana Lopes' } });
  hear('queue', { action: 'update', queue: { id: 3, name: 'Comercial' } });
  hear('contact', { action: 'update', contact: { id: 9, name: 'Helena Reis' } });
  const thread = cache.getQueryData<MessagePages>(messageKeys.thread(1))?.pages[0]?.messages;
  expect([thread?.[0]?.user?.name, thread?.[0]?.contact?.name]).toEqual(['Ana Lopes', 'Helena Reis']);
  expect(thread?.[1]).toBe(before);
  expect(cache.getQueryData(ticketKeys.moves(1))).toMatchObject([{ by: { name: 'Ana Lopes' }, queue: { name: 'Comercial' } }]);
  expect(cache.getQueryData(noteKeys.thread(1, 9))).toMatchObject([
    { user: { name: 'Ana Lopes' }, mentions: [{ name: 'Ana Lopes' }], readBy: [{ name: 'Ana Lopes' }], contact: { name: 'Helena Reis' } },
  ]);
  expect(cache.getQueryData(pingKeys.all)).toMatchObject([{ by: { name: 'Ana Lopes' }, ticket: { contactName: 'Helena Reis' } }]);
  expect(cache.getQueryData(pingKeys.followers(1))).toEqual([{ id: 2, name: 'Ana Lopes' }]);
  const state = cache.getQueryData(messageKeys.thread(1));
  hear('user', { action: 'update', user: { id: 2, name: 'Ana Lopes' } });
  expect(cache.getQueryData(messageKeys.thread(1))).toBe(state);
});
