import type { PingView } from '@balcao/contract/pings';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { pingKeys } from './keys.ts';
import { hearPing } from './news.ts';

test('what asks for the person comes on top, once; a repeated one takes its new place', () => {
  const cache = cacheWith([ping(2, 5), ping(1, 4)]);
  hearPing(cache, { action: 'create', ping: ping(3, 6) });
  hearPing(cache, { action: 'create', ping: ping(3, 6) });
  hearPing(cache, { action: 'create', ping: { ...ping(1, 4), at: '2026-11-21T12:09:00.000Z' } });
  expect(held(cache).map(({ id }) => id)).toEqual([1, 3, 2]);
});

test('what was seen no longer asks: of one conversation, or of all; what came later does', () => {
  const cache = cacheWith([ping(3, 5), ping(2, 5), ping(1, 4)]);
  const unseen = () => held(cache).flatMap(({ id, seenAt }) => (seenAt === null ? [id] : []));
  hearPing(cache, { action: 'seen', ticketId: 5, seenAt: '2026-11-21T12:02:30.000Z' });
  expect(unseen()).toEqual([3, 1]);
  hearPing(cache, { action: 'seen', ticketId: null, seenAt: '2026-11-21T13:00:00.000Z' });
  expect(unseen()).toEqual([]);
});

function cacheWith(pings: PingView[]): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(pingKeys.all, pings);
  return cache;
}

const held = (cache: QueryClient) => cache.getQueryData<PingView[]>(pingKeys.all) ?? [];

function ping(id: number, ticketId: number): PingView {
  return {
    id,
    kind: 'mention',
    ticketId,
    ticket: { id: ticketId, uuid: `uuid-${ticketId}`, number: ticketId, status: 'open', contactId: 1, contactName: 'Helena' },
    by: { id: 2, name: 'Caio' },
    text: '@Marina?',
    at: `2026-11-21T12:0${id}:00.000Z`,
    seenAt: null,
  };
}
