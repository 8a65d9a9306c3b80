import type { ContactListItemView, ContactListView } from '@balcao/contract/contact-lists';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { contactListKeys } from './keys.ts';
import { hearContactList, hearItem } from './live.ts';

test('how far a list is checked reaches the page of lists and its own', () => {
  const cache = cacheWith([list(1, 'Clientes', 40)], []);
  hearContactList(cache, { action: 'update', record: list(1, 'Clientes', 20) });
  expect(rows(cache, contactListKeys.page(''), 'records')).toMatchObject([{ uncheckedCount: 20 }]);
  expect(cache.getQueryData<ContactListView>(contactListKeys.one(1))?.uncheckedCount).toBe(20);
});

test('a removed list leaves the page', () => {
  const cache = cacheWith([list(1, 'Clientes'), list(2, 'Parceiros')], []);
  hearContactList(cache, { action: 'delete', id: 1 });
  expect(rows(cache, contactListKeys.page(''), 'records')).toMatchObject([{ name: 'Parceiros' }]);
});

test('a contact changes and leaves in its own list only', () => {
  const cache = cacheWith([], [item(7, 1)]);
  hearItem(cache, { action: 'update', record: { ...item(7, 1), validity: 'valid', isWhatsappValid: true } });
  hearItem(cache, { action: 'delete', id: 7, contactListId: 2 });
  expect(rows(cache, contactListKeys.itemPage(1, ''), 'contacts')).toMatchObject([{ validity: 'valid' }]);
  hearItem(cache, { action: 'delete', id: 7, contactListId: 1 });
  expect(rows(cache, contactListKeys.itemPage(1, ''), 'contacts')).toEqual([]);
});

test('what a sheet added to a list is asked for, of that list only', () => {
  vi.useFakeTimers();
  const cache = cacheWith([], [item(7, 1)]);
  cache.setQueryData(contactListKeys.itemPage(2, ''), { pages: [], pageParams: [] });
  hearItem(cache, { action: 'reload', contactListId: 1, records: [] });
  vi.advanceTimersByTime(1_500);
  vi.useRealTimers();
  expect([1, 2].map((id) => cache.getQueryState(contactListKeys.itemPage(id, ''))?.isInvalidated)).toEqual([true, false]);
});

function cacheWith(lists: ContactListView[], items: ContactListItemView[]): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(contactListKeys.page(''), { pages: [{ records: lists, count: lists.length, hasMore: false }], pageParams: [1] });
  cache.setQueryData(contactListKeys.itemPage(1, ''), {
    pages: [{ contacts: items, count: items.length, hasMore: false }],
    pageParams: [1],
  });
  for (const each of lists) cache.setQueryData(contactListKeys.one(each.id), each);
  return cache;
}

function rows(cache: QueryClient, key: readonly unknown[], field: string): unknown[] {
  return cache.getQueryData<{ pages: Record<string, unknown[]>[] }>(key)?.pages.flatMap((page) => page[field] ?? []) ?? [];
}

const at = '2026-11-21T12:00:00.000Z';

function list(id: number, name: string, uncheckedCount = 0): ContactListView {
  const counts = { contactsCount: 40, validCount: 40 - uncheckedCount, uncheckedCount };
  const following = { filter: null, inStep: false, syncing: false, syncedAt: null };
  return { id, name, companyId: 1, ...counts, ...following, createdAt: at, updatedAt: at };
}

function item(id: number, contactListId: number): ContactListItemView {
  const known = { isWhatsappValid: false, validity: 'unchecked', optedOut: false } as const;
  return { id, name: 'Ana', number: '5511987650001', email: '', ...known, companyId: 1, contactListId, createdAt: at, updatedAt: at };
}
