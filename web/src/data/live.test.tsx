import type { TicketView } from '@balcao/contract/tickets';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession, keepSession } from '../platform/session.ts';
import { openLine } from '../platform/socket.ts';
import { testSession } from '../platform/test-session.ts';
import { wire } from '../platform/test-wire.ts';
import { connectionKeys } from './connections/keys.ts';
import { contactKeys } from './contacts/keys.ts';
import { fileKeys } from './files/keys.ts';
import { firstStepsKeys } from './first-steps/keys.ts';
import { importKeys } from './imports/keys.ts';
import { useLiveData } from './live.ts';
import { messageKeys } from './messages/keys.ts';
import { makeMessage } from './messages/test-messages.ts';
import { noteKeys } from './notes/keys.ts';
import { queueKeys } from './queues/keys.ts';
import { quickMessageKeys } from './quick-messages/keys.ts';
import { settingKeys } from './settings/keys.ts';
import { tagKeys } from './tags/keys.ts';
import type { ListFilter } from './tickets/keys.ts';
import { useTicket, useTicketList } from './tickets/queries.ts';
import { makeTicket } from './tickets/test-tickets.ts';
import { userKeys } from './users/keys.ts';

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

const before = '2026-11-21T12:00:00.000Z';
const after = '2026-11-21T13:00:00.000Z';
const row = { id: 1, name: 'Antes', shortcode: 'antes', status: true, updatedAt: before };
const news = { ...row, name: 'Depois', shortcode: 'depois', updatedAt: after };
const paged = (field: string, held: object) => ({ pages: [{ [field]: [held], count: 1, hasMore: false }], pageParams: [1] });

test.each<[channel: string, told: object, key: readonly unknown[], held: unknown]>([
  ['settings', { action: 'update', setting: { key: 'call', value: 'depois' } }, settingKeys.list, [{ key: 'call', value: 'antes' }]],
  ['company', { action: 'update', company: news }, settingKeys.company(1), row],
  ['user', { action: 'update', user: { ...news, profile: 'user', queues: [] } }, userKeys.page(''), paged('users', row)],
  ['queue', { action: 'update', queue: news }, queueKeys.list, [row]],
  ['whatsapp', { action: 'update', whatsapp: news }, connectionKeys.list, [row]],
  ['whatsappSession', { action: 'update', session: news }, connectionKeys.list, [row]],
  ['contact', { action: 'update', contact: news }, contactKeys.list({ searchParam: '' }), paged('contacts', row)],
  ['ticketNote', { action: 'create', ticketNote: { ...news, id: 2, ticketId: 5 } }, noteKeys.ofTicket(5), [row]],
  ['tag', { action: 'update', tag: news }, tagKeys.page(''), paged('tags', row)],
  ['quickemessage', { action: 'update', record: news }, quickMessageKeys.page(''), paged('records', row)],
  ['file', { action: 'update', fileList: news }, fileKeys.page(''), paged('files', row)],
  [
    'queue-option',
    { queueId: 1, parentId: null, options: [{ ...news, parentId: null }], at: after },
    queueKeys.options(1),
    [{ ...row, parentId: null }],
  ],
  ['import', { import: { ...news, processed: 2 } }, importKeys.latest, [{ ...row, processed: 1 }]],
  [
    'appMessage',
    { action: 'create', message: makeMessage(2, { body: 'Depois' }), ticket: makeTicket(1), contact: makeTicket(1).contact },
    messageKeys.thread(1),
    paged('messages', makeMessage(1)),
  ],
])('while the shell stands, news of %s are in what is shown of them', async (channel, told, key, held) => {
  mountShell();
  cache.setQueryData(key, held);
  expect(JSON.stringify(cache.getQueryData(key))).not.toMatch(/depois/i);
  tell(channel, told);
  // Handlers of rare news are loaded with the first of them.
  await vi.waitFor(() => expect(JSON.stringify(cache.getQueryData(key))).toMatch(/depois/i), { timeout: 5_000 });
});

test.each<[channel: string, told: object, key: readonly unknown[]]>([
  ['whatsappSession', { action: 'update', session: news }, connectionKeys.health(1)],
  ['connection-health', { whatsappId: 1 }, connectionKeys.health(1)],
  ['history', {}, messageKeys.thread(1)],
  ['contacts', {}, contactKeys.list({ searchParam: '' })],
  ['user', { action: 'update', user: { ...news, profile: 'user', queues: [] } }, firstStepsKeys.state],
])('what news of %s only hint at is asked for again', async (channel, told, key) => {
  vi.useFakeTimers();
  mountShell();
  cache.setQueryData(key, key === messageKeys.thread(1) ? paged('messages', makeMessage(1)) : {});
  tell(channel, told);
  await vi.dynamicImportSettled();
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  expect(cache.getQueryState(key)?.isInvalidated).toBe(true);
});
