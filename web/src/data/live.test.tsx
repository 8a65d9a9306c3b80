import type { TicketView } from '@balcao/contract/tickets';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession, keepSession } from '../platform/session.ts';
import { openLine } from '../platform/socket.ts';
import { testSession } from '../platform/test-session.ts';
import { wire } from '../platform/test-wire.ts';
import { contactKeys } from './contacts/keys.ts';
import { useLiveData } from './live.ts';
import type { ListFilter } from './tickets/keys.ts';
import { useTicket, useTicketList } from './tickets/queries.ts';
import { makeTicket } from './tickets/test-tickets.ts';

vi.mock('socket.io-client', () => import('../platform/test-wire.ts'));

const all: ListFilter = { status: 'open', showAll: true, searchParam: '' };
const search: ListFilter = { showAll: true, searchParam: 'helena' };
const uuid = makeTicket(1).uuid;
const at = '2026-11-21T12:00:00.000Z';

let cache: QueryClient;
let asked: string[];
let close: () => void;

beforeEach(() => {
  asked = [];
  cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const answer = url.startsWith('/tickets/u/') ? makeTicket(1) : { tickets: [makeTicket(2), makeTicket(1)], count: 2, hasMore: false };
    return new Response(JSON.stringify(answer));
  });
  keepSession(testSession({ user: { id: 1, profile: 'admin' } }));
  close = openLine(3);
});
afterEach(() => {
  close();
  clearSession();
  vi.unstubAllGlobals();
});

const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
/** What the shell does for as long as somebody is signed in. */
const mountShell = () => renderHook(() => useLiveData(), { wrapper });
const openInbox = () =>
  renderHook(() => [useTicketList(all).rows, useTicketList(search).rows, useTicket(uuid).ticket] as const, { wrapper });
const tell = (name: string, news: unknown) => act(() => wire.tell(`company-3-${name}`, news));
const rename = (name: string) =>
  tell('contact', { action: 'update', contact: { ...makeTicket(1).contact, name, updatedAt: '2026-11-21T13:00:00.000Z' } });

function names([list, found, detail]: readonly [
  readonly TicketView[] | undefined,
  readonly TicketView[] | undefined,
  TicketView | undefined,
]) {
  const one = (rows: readonly TicketView[] | undefined) => rows?.find(({ id }) => id === 1)?.contact.name;
  return [one(list), one(found), detail?.contact.name];
}

test('a renamed contact changes in every list and in the open ticket at once, and nothing is asked for', async () => {
  mountShell();
  const { result } = openInbox();
  await vi.waitFor(() => expect(names(result.current)).toEqual(['Helena Sampaio', 'Helena Sampaio', 'Helena Sampaio']));
  const before = asked.length;
  rename('Helena Prado');
  await vi.waitFor(() => expect(names(result.current)).toEqual(['Helena Prado', 'Helena Prado', 'Helena Prado']));
  expect(result.current[0]?.[0]?.contact.name).toBe('Helena Sampaio');
  expect(asked).toHaveLength(before);
});

test('a list and the open ticket read the same row', async () => {
  mountShell();
  const { result } = openInbox();
  await vi.waitFor(() => expect(result.current[2]?.id).toBe(1));
  tell('ticket', { action: 'update', ticket: makeTicket(1, { revision: 2, lastMessage: 'Oi', updatedAt: '2026-11-21T10:00:00.000Z' }) });
  await vi.waitFor(() => expect(result.current[0]?.map(({ id }) => id)).toEqual([1, 2]));
  expect(result.current[0]?.[0]).toBe(result.current[2]);
  expect(result.current[2]?.lastMessage).toBe('Oi');
});

test('news that come while no page shows them are there when the page is opened, without asking', async () => {
  mountShell();
  const first = openInbox();
  await vi.waitFor(() => expect(first.result.current[2]?.id).toBe(1));
  first.unmount();
  const before = asked.length;
  tell('ticket', { action: 'update', ticket: makeTicket(2, { revision: 2, status: 'closed' }) });
  rename('Helena Prado');
  const second = openInbox();
  expect(second.result.current[0]?.map(({ id, contact }) => [id, contact.name])).toEqual([[1, 'Helena Prado']]);
  expect(asked).toHaveLength(before);
});

test('what was to be asked for again is asked for when it is shown next, also after further news', async () => {
  mountShell();
  vi.useFakeTimers();
  const filter = { searchParam: '' };
  const contact = { ...makeTicket(1).contact, updatedAt: at };
  cache.setQueryData(contactKeys.list(filter), { pages: [{ contacts: [contact], count: 1, hasMore: false }], pageParams: [1] });
  tell('contact', { action: 'create', contact: { ...contact, id: 9, name: 'Caio' } });
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  tell('contact', { action: 'update', contact: { ...contact, email: 'novo@exemplo.com' } });
  expect(cache.getQueryState(contactKeys.list(filter))?.isInvalidated).toBe(true);
});

test('nothing is heard once the shell is gone', async () => {
  const shell = mountShell();
  const { result } = openInbox();
  await vi.waitFor(() => expect(result.current[2]?.id).toBe(1));
  shell.unmount();
  rename('Helena Prado');
  expect(names(result.current)).toEqual(['Helena Sampaio', 'Helena Sampaio', 'Helena Sampaio']);
});
