import type { ContactView } from '@balcao/contract/contacts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { type ContactFilter, contactKeys } from './keys.ts';
import { hearContact } from './live.ts';

const all: ContactFilter = { searchParam: '' };

test('a change reaches the list and the open dialog', () => {
  const cache = cacheWith([helena(), contact(2, 'Otávio Brandão')]);
  cache.setQueryData(contactKeys.one(1), { ...helena(), extraInfo: [], identities: [], whatsapp: null });
  hearContact(cache, { action: 'update', contact: helena({ email: 'novo@exemplo.com', updatedAt: at(2) }) });
  expect(names(cache)).toEqual(['Helena Sampaio', 'Otávio Brandão']);
  expect(rows(cache)[0]?.email).toBe('novo@exemplo.com');
  expect(cache.getQueryData(contactKeys.one(1))).toMatchObject({ email: 'novo@exemplo.com', extraInfo: [] });
});

test('an older copy does not replace a newer one', () => {
  const cache = cacheWith([helena({ email: 'novo@exemplo.com', updatedAt: at(5) })]);
  hearContact(cache, { action: 'update', contact: helena({ email: 'velho@exemplo.com', updatedAt: at(3) }) });
  expect(rows(cache)[0]?.email).toBe('novo@exemplo.com');
});

test('a deletion takes the contact out of every page and off the count', () => {
  const cache = cacheWith([helena(), contact(2, 'Otávio Brandão')]);
  cache.setQueryData(contactKeys.one(1), helena());
  hearContact(cache, { action: 'delete', contactId: 1 });
  expect(names(cache)).toEqual(['Otávio Brandão']);
  expect(cache.getQueryData<{ pages: { count: number }[] }>(contactKeys.list(all))?.pages[0]?.count).toBe(1);
  expect(cache.getQueryData(contactKeys.one(1))).toBeUndefined();
});

test('a deletion of somebody who is not shown changes nothing', () => {
  const cache = cacheWith([helena()]);
  const before = cache.getQueryData(contactKeys.list(all));
  hearContact(cache, { action: 'delete', contactId: 99 });
  expect(cache.getQueryData(contactKeys.list(all))).toBe(before);
});

test.each([
  ['a new contact', contact(3, 'Caio Menezes')],
  ['another name', helena({ name: 'Ana Helena', updatedAt: at(2) })],
  ['another number', helena({ number: '5548905550999', updatedAt: at(2) })],
])('%s is asked for again, once for a burst', async (_, changed) => {
  const cache = cacheWith([helena()]);
  const ask = vi.spyOn(cache, 'invalidateQueries');
  hearContact(cache, { action: 'update', contact: changed });
  hearContact(cache, { action: 'update', contact: changed });
  await vi.waitFor(() => expect(ask).toHaveBeenCalledWith({ queryKey: contactKeys.lists }));
  expect(ask).toHaveBeenCalledTimes(1);
});

test('a change of what is not ordered or searched by asks for nothing', () => {
  vi.useFakeTimers();
  const cache = cacheWith([helena()]);
  const ask = vi.spyOn(cache, 'invalidateQueries');
  hearContact(cache, { action: 'update', contact: helena({ email: 'x@exemplo.com', updatedAt: at(2) }) });
  vi.runAllTimers();
  expect(ask).not.toHaveBeenCalled();
  vi.useRealTimers();
});

function cacheWith(contacts: ContactView[]): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(contactKeys.list(all), { pages: [{ contacts, count: contacts.length, hasMore: false }], pageParams: [1] });
  return cache;
}

function rows(cache: QueryClient): ContactView[] {
  return cache.getQueryData<{ pages: { contacts: ContactView[] }[] }>(contactKeys.list(all))?.pages.flatMap((page) => page.contacts) ?? [];
}

function names(cache: QueryClient): string[] {
  return rows(cache).map(({ name }) => name);
}

function helena(change: Partial<ContactView> = {}): ContactView {
  return contact(1, 'Helena Sampaio', change);
}

function contact(id: number, name: string, change: Partial<ContactView> = {}): ContactView {
  return {
    id,
    uuid: `uuid-${id}`,
    name,
    number: `55489055501${id}0`,
    email: '',
    profilePicUrl: '',
    urlPicture: '',
    isGroup: false,
    language: '',
    birthday: null,
    blocked: false,
    companyId: 1,
    createdAt: at(0),
    updatedAt: at(1),
    ...change,
  };
}

function at(minute: number): string {
  return `2026-11-21T12:0${minute}:00.000Z`;
}
