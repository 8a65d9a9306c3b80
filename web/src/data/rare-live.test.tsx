import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Live } from '../platform/live-cache.ts';
import { clearSession, keepSession, sessionState } from '../platform/session.ts';
import { testSession } from '../platform/test-session.ts';
import { apiKeyKeys } from './api-keys/keys.ts';
import { assistantKeys } from './assistants/keys.ts';
import { automationKeys } from './automations/keys.ts';
import { billingKeys } from './billing/keys.ts';
import { companyKeys } from './companies/keys.ts';
import { contactListKeys } from './contact-lists/keys.ts';
import { contactKeys } from './contacts/keys.ts';
import { importKeys } from './imports/keys.ts';
import { rareChannels } from './live.ts';
import { namesLive } from './names-live.ts';
import { planKeys } from './plans/keys.ts';
import { rareNouns } from './rare-live.ts';
import { type ListFilter, ticketKeys } from './tickets/keys.ts';
import { webhookKeys } from './webhooks/keys.ts';

test('the handlers that are loaded later are loaded by the news they wait for', () => {
  expect([...new Set(rareNouns.flatMap((noun) => Object.keys(noun)))].sort()).toEqual([...rareChannels].sort());
});

test('a queue of the person has its new name and colour at once', () => {
  const queue = (id: number, name: string, color = '#2f6fde') => ({ id, name, color, UserQueue: { userId: 7, queueId: id } });
  const { user } = testSession();
  const me = { ...user, queues: [queue(1, 'Vendas'), queue(2, 'Suporte')] };
  keepSession(testSession({ user: me }));
  const hear = (news: object) => {
    for (const noun of rareNouns) noun.queue?.(new QueryClient(), news as never, me);
  };
  hear({ action: 'update', queue: { id: 3, name: 'Entregas', color: '#2f6fde' } });
  hear({ action: 'update', queue: { id: 2, name: 'Assistência', color: '#2f9249' } });
  hear({ action: 'delete', queueId: 3 });
  expect(sessionState()).toMatchObject({ user: { queues: [queue(1, 'Vendas'), queue(2, 'Assistência', '#2f9249')] } });
  clearSession();
});

test.each([
  ['api-key', apiKeyKeys.all],
  ['automation', automationKeys.all],
  ['company-plan', planKeys.all],
  ['company-record', companyKeys.all],
  ['invoice', billingKeys.all],
  ['payment', billingKeys.all],
  ['webhook', webhookKeys.all],
] as const satisfies [keyof Live, readonly string[]][])('of what changes seldom, all is asked for again by the news %s', (channel, key) => {
  vi.useFakeTimers();
  const cache = new QueryClient();
  cache.setQueryData(key, []);
  for (const noun of rareNouns) noun[channel]?.(cache, {} as never, {} as never);
  vi.advanceTimersByTime(1_500);
  vi.useRealTimers();
  expect(cache.getQueryState(key)?.isInvalidated).toBe(true);
});

test('what repeats a tag, a list of contacts, a contact or an integration is asked for again when that changes or is gone', () => {
  vi.useFakeTimers();
  const cache = new QueryClient();
  const list = (tags?: number[]) => ticketKeys.list({ showAll: true, searchParam: '', tags } as ListFilter);
  const fresh = [list([5]), list(), contactListKeys.itemPage(4, '')];
  const stale = [list([4]), contactListKeys.choices, contactListKeys.itemPage(3, ''), importKeys.latest, assistantKeys.list];
  for (const key of [...fresh, ...stale]) {
    const isPaged = key[0] === 'tickets' || key[0] === 'contact-list-items';
    cache.setQueryData(key, isPaged ? { pages: [], pageParams: [] } : []);
  }
  cache.setQueryData(contactKeys.duplicates(1), [{ id: 7, name: 'Helena' }]);
  cache.setQueryData(contactKeys.duplicates(2), []);
  const hear = (channel: 'tag' | 'ContactList' | 'queueIntegration', news: object) => {
    for (const noun of rareNouns) noun[channel]?.(cache, news as never, {} as never);
  };
  hear('tag', { action: 'delete', tagId: 4 });
  hear('ContactList', { action: 'delete', id: 3 });
  hear('queueIntegration', { action: 'delete', integrationId: 6 });
  namesLive.contact?.(cache, { action: 'update', contact: { id: 7, name: 'Helena Reis' } } as never, {} as never);
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  const isStale = (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated;
  expect(fresh.map(isStale)).toEqual(fresh.map(() => false));
  expect([...stale, contactKeys.duplicates(1)].map(isStale)).toEqual([...stale, 0].map(() => true));
});
