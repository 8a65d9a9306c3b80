// What every change of a record does to what the browser knows: the reply is in the lists at once, and a refusal leaves them as they were.
import { QueryClient, QueryClientProvider, type UseMutationResult } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announcementKeys } from '../data/announcements/keys.ts';
import { connectionKeys } from '../data/connections/keys.ts';
import { connection, detail } from '../data/connections/test-connections.ts';
import { contactKeys } from '../data/contacts/keys.ts';
import { fileKeys } from '../data/files/keys.ts';
import { helpKeys } from '../data/helps/keys.ts';
import { importKeys } from '../data/imports/keys.ts';
import { noteKeys } from '../data/notes/keys.ts';
import { queueKeys } from '../data/queues/keys.ts';
import { makeQueue } from '../data/queues/test-queues.ts';
import { quickMessageKeys } from '../data/quick-messages/keys.ts';
import { settingKeys } from '../data/settings/keys.ts';
import { phoneKeys } from '../data/simulator/keys.ts';
import { tagKeys } from '../data/tags/keys.ts';
import { keepTickets, rowsOf } from '../data/tickets/rows.ts';
import { makeTicket } from '../data/tickets/test-tickets.ts';
import { userKeys } from '../data/users/keys.ts';
import { makeUser } from '../data/users/test-users.ts';
import { useAcknowledge, useSimulate, useSimulateFirst } from '../features/channels/simulator/mutations.ts';
import * as connections from '../features/company/connections/mutations.ts';
import { queueValues } from '../features/company/queues/form/queue-form.ts';
import * as queues from '../features/company/queues/mutations.ts';
import { useChangeSetting, useSaveCompanyHours } from '../features/company/settings/mutations.ts';
import * as users from '../features/company/users/mutations.ts';
import { userValues } from '../features/company/users/user-form.ts';
import { contactValues } from '../features/desk/contacts/contact-form.ts';
import * as contacts from '../features/desk/contacts/mutations.ts';
import { fileListValues } from '../features/desk/files/file-list-form.ts';
import * as files from '../features/desk/files/mutations.ts';
import * as imports from '../features/desk/imports/mutations.ts';
import * as notes from '../features/desk/notes/mutations.ts';
import * as quickMessages from '../features/desk/quick-messages/mutations.ts';
import { quickMessageValues } from '../features/desk/quick-messages/quick-message-form.ts';
import * as tags from '../features/desk/tags/mutations.ts';
import { announcementValues } from '../features/team/announcements/announcement-form.ts';
import * as announcements from '../features/team/announcements/mutations.ts';
import { helpValues } from '../features/team/helps/help-form.ts';
import * as helps from '../features/team/helps/mutations.ts';
import { deferred, refused, serve } from '../platform/test-server.ts';
import { testSession } from '../platform/test-session.ts';

const later = '2026-11-22T12:00:00.000Z';
const company = { ...testSession().user.company, updatedAt: '2026-11-21T12:00:00.000Z' };
const pages = (field: string, ...rows: object[]) => ({ pages: [{ [field]: rows, count: rows.length, hasMore: false }], pageParams: [1] });

const tag = (id: number, name: string) => ({
  id,
  name,
  color: '#2f9249',
  kanban: 0 as const,
  userId: 7,
  companyId: 3,
  createdAt: later,
  updatedAt: later,
});
const contact = (id: number, name: string) => ({ ...makeTicket(1).contact, id, name, identities: [], createdAt: later, updatedAt: later });
const note = (id: number) => ({ id, ticketId: 5, note: `Nota ${id}`, kind: 'written', createdAt: later, user: null });
const reply = (id: number, shortcode: string) => ({ id, shortcode, message: 'Oi', geral: true, status: true, updatedAt: later });
const fileList = (id: number, name: string) => ({
  id,
  name,
  message: '',
  userId: 7,
  companyId: 3,
  options: [],
  createdAt: later,
  updatedAt: later,
});
const announcement = (id: number, title: string) => ({
  id,
  title,
  text: 'Oi',
  priority: 3,
  status: true,
  mediaName: null,
  createdAt: later,
  updatedAt: later,
});
const help = (id: number, title: string) => ({ id, title, description: 'Como', video: 'dQw4w9WgXcQ', createdAt: later, updatedAt: later });
const imported = (id: number, processed = 0) => ({ id, processed, updatedAt: later });
const main = detail(connection({ updatedAt: later }));
const sheet = new File(['a'], 'a.xlsx');
const helena = { name: 'Helena', number: '5548905550142' };
const noProgress = () => {};

let cache: QueryClient;
let server: ReturnType<typeof serve>;

beforeEach(() => {
  cache = new QueryClient();
  server = serve({});
  const held: [readonly unknown[], unknown][] = [
    [tagKeys.page(''), pages('tags', tag(1, 'Troca'))],
    [tagKeys.choices, [tag(1, 'Troca')]],
    [contactKeys.list({ searchParam: '' }), pages('contacts', contact(1, 'Caio'), contact(2, 'Rui'))],
    [contactKeys.duplicates(1), []],
    [contactKeys.merges(1), []],
    [noteKeys.ofTicket(5), [note(1)]],
    [quickMessageKeys.page(''), pages('records', reply(1, 'oi'))],
    [quickMessageKeys.choices, [reply(1, 'oi')]],
    [fileKeys.page(''), pages('files', fileList(1, 'Catálogo'))],
    [announcementKeys.page(''), pages('records', announcement(1, 'Aviso'))],
    [announcementKeys.shown, [{ ...announcement(1, 'Aviso'), read: false }]],
    [helpKeys.all, [help(1, 'Atender')]],
    [importKeys.latest, [imported(1)]],
    [userKeys.page(''), pages('users', makeUser(1))],
    [queueKeys.list, [makeQueue(1)]],
    [connectionKeys.list, [connection(), connection({ id: 2, name: 'Loja Norte', isDefault: false })]],
    [connectionKeys.health(1), { newChats: 'paused' }],
    [settingKeys.list, [{ key: 'scheduleType', value: 'disabled' }]],
    [settingKeys.company(3), company],
    [phoneKeys.one(1, helena), { messages: [] }],
  ];
  for (const [key, data] of held) cache.setQueryData(key, data);
  keepTickets(cache, [makeTicket(1, { contactId: 1 })]);
});
afterEach(() => vi.unstubAllGlobals());

const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
// biome-ignore lint/suspicious/noExplicitAny: each mutation of the table has its own types.
type Hook = () => UseMutationResult<any, Error, any>;

/** All rows the browser holds under a key. */
function rows(key: readonly unknown[]): Record<string, unknown>[] {
  const data = cache.getQueryData<unknown>(key);
  if (Array.isArray(data)) return data;
  const held = data as ReturnType<typeof pages>;
  return held.pages.flatMap((page) => Object.values(page).find(Array.isArray) ?? []);
}
const all = (key: readonly unknown[], field: string) => () => rows(key).map((row) => row[field]);
const tagNames = all(tagKeys.page(''), 'name');
const contactNames = all(contactKeys.list({ searchParam: '' }), 'name');
const stale = (key: readonly unknown[]) => () => cache.getQueryState(key)?.isInvalidated;
const savedQueue = (id: number) => ({ ...makeQueue(id), updatedAt: later });

type Case = {
  what: string;
  hook: Hook;
  given: unknown;
  /** What the server is asked. */
  route: string;
  answer?: unknown;
  body?: object;
  /** What is looked at, before and after. */
  look: () => unknown;
  before: unknown;
  after: unknown;
};
const cases: Case[] = [
  {
    what: 'a new tag is not put into the pages, which the server sorts, but among the choices',
    hook: tags.useSaveTag,
    given: { tagId: null, values: { name: 'Frete', color: '#2f9249', kanban: false }, mayKanban: false },
    route: 'POST /tags',
    answer: tag(2, 'Frete'),
    body: { name: 'Frete' },
    look: all(tagKeys.choices, 'name'),
    before: ['Troca'],
    after: ['Frete', 'Troca'],
  },
  {
    what: 'a tag that is renamed',
    hook: tags.useSaveTag,
    given: { tagId: 1, values: { name: 'Trocas', color: '#2f9249', kanban: false }, mayKanban: false },
    route: 'PUT /tags/1',
    answer: tag(1, 'Trocas'),
    look: tagNames,
    before: ['Troca'],
    after: ['Trocas'],
  },
  {
    what: 'a tag that is deleted',
    hook: tags.useDeleteTag,
    given: 1,
    route: 'DELETE /tags/1',
    look: tagNames,
    before: ['Troca'],
    after: [],
  },
  {
    what: 'a contact that is renamed, also in their conversations',
    hook: contacts.useSaveContact,
    given: { contactId: 1, values: contactValues(contact(1, 'Caio Menezes') as never) },
    route: 'PUT /contacts/1',
    answer: contact(1, 'Caio Menezes'),
    body: { name: 'Caio Menezes' },
    look: () => [contactNames(), rowsOf(cache)[1]?.contact.name],
    before: [['Caio', 'Rui'], 'Helena Sampaio'],
    after: [['Caio Menezes', 'Rui'], 'Caio Menezes'],
  },
  {
    what: 'a contact that is deleted',
    hook: contacts.useDeleteContact,
    given: 1,
    route: 'DELETE /contacts/1',
    look: contactNames,
    before: ['Caio', 'Rui'],
    after: ['Rui'],
  },
  {
    what: 'contacts that are merged',
    hook: contacts.useMergeContacts,
    given: { contactId: 1, otherId: 2 },
    route: 'POST /v1/contacts/1/merge',
    answer: { contact: contact(1, 'Caio') },
    body: { otherId: 2 },
    look: () => [contactNames(), stale(contactKeys.duplicates(1))(), stale(contactKeys.merges(1))()],
    before: [['Caio', 'Rui'], false, false],
    after: [['Caio'], true, true],
  },
  {
    what: 'contacts that are split',
    hook: contacts.useSplitContacts,
    given: 9,
    route: 'POST /v1/contacts/merges/9/split',
    answer: { contact: contact(1, 'Caio'), other: contact(2, 'Rui Tavares') },
    look: () => [contactNames(), stale(contactKeys.merges(1))()],
    before: [['Caio', 'Rui'], false],
    after: [['Caio', 'Rui Tavares'], true],
  },
  {
    what: 'a note that is added comes on top',
    hook: notes.useAddNote,
    given: { note: 'Nota 2', ticketId: 5, contactId: 1 },
    route: 'POST /ticket-notes',
    answer: note(2),
    body: { note: 'Nota 2', ticketId: 5, contactId: 1 },
    look: all(noteKeys.ofTicket(5), 'note'),
    before: ['Nota 1'],
    after: ['Nota 2', 'Nota 1'],
  },
  {
    what: 'a note that is deleted',
    hook: notes.useDeleteNote,
    given: { id: 1, ticketId: 5 },
    route: 'DELETE /ticket-notes/1',
    look: all(noteKeys.ofTicket(5), 'id'),
    before: [1],
    after: [],
  },
  {
    what: 'a quick message that is changed, also among what is suggested',
    hook: quickMessages.useSaveQuickMessage,
    given: { id: 1, values: { ...quickMessageValues(null), shortcode: 'ola', message: 'Oi' } },
    route: 'PUT /quick-messages/1',
    answer: reply(1, 'ola'),
    body: { shortcode: 'ola', message: 'Oi' },
    look: () => [all(quickMessageKeys.page(''), 'shortcode')(), all(quickMessageKeys.choices, 'shortcode')()],
    before: [['oi'], ['oi']],
    after: [['ola'], ['ola']],
  },
  {
    what: 'the file of a quick message',
    hook: quickMessages.useAttach,
    given: { id: 1, file: sheet, onProgress: noProgress },
    route: 'POST /quick-messages/1/media-upload',
    answer: { record: { ...reply(1, 'oi'), mediaName: 'a.xlsx' } },
    body: { file: sheet },
    look: all(quickMessageKeys.choices, 'mediaName'),
    before: [undefined],
    after: ['a.xlsx'],
  },
  {
    what: 'the file of a quick message, taken away',
    hook: quickMessages.useAttach,
    given: { id: 1, file: null, onProgress: noProgress },
    route: 'DELETE /quick-messages/1/media-upload',
    answer: { record: { ...reply(1, 'oi'), mediaName: null } },
    look: all(quickMessageKeys.choices, 'mediaName'),
    before: [undefined],
    after: [null],
  },
  {
    what: 'a quick message that is deleted',
    hook: quickMessages.useDeleteQuickMessage,
    given: 1,
    route: 'DELETE /quick-messages/1',
    look: () => [all(quickMessageKeys.page(''), 'id')(), all(quickMessageKeys.choices, 'id')()],
    before: [[1], [1]],
    after: [[], []],
  },
  {
    what: 'a file list that is renamed',
    hook: files.useSaveFileList,
    given: { id: 1, values: fileListValues(fileList(1, 'Catálogos') as never) },
    route: 'PUT /files/1',
    answer: fileList(1, 'Catálogos'),
    body: { name: 'Catálogos' },
    look: all(fileKeys.page(''), 'name'),
    before: ['Catálogo'],
    after: ['Catálogos'],
  },
  {
    what: 'a file of a list',
    hook: files.useUploadFile,
    given: { fileListId: 1, entryId: 4, file: sheet, onProgress: noProgress },
    route: 'POST /files/uploadList/1',
    answer: { files: fileList(1, 'Catálogo novo') },
    body: { id: '4', files: sheet },
    look: all(fileKeys.page(''), 'name'),
    before: ['Catálogo'],
    after: ['Catálogo novo'],
  },
  {
    what: 'a file list that is deleted',
    hook: files.useDeleteFileList,
    given: 1,
    route: 'DELETE /files/1',
    look: all(fileKeys.page(''), 'id'),
    before: [1],
    after: [],
  },
  {
    what: 'an announcement that is changed, also among what everybody is shown',
    hook: announcements.useSaveAnnouncement,
    given: { id: 1, values: { ...announcementValues(null), title: 'Novo', text: 'Oi' } },
    route: 'PUT /announcements/1',
    answer: announcement(1, 'Novo'),
    body: { title: 'Novo', text: 'Oi' },
    look: () => [all(announcementKeys.page(''), 'title')(), all(announcementKeys.shown, 'title')()],
    before: [['Aviso'], ['Aviso']],
    after: [['Novo'], ['Novo']],
  },
  {
    what: 'the picture of an announcement',
    hook: announcements.useSetPicture,
    given: { id: 1, file: sheet, onProgress: noProgress },
    route: 'POST /announcements/1/media-upload',
    answer: { record: { ...announcement(1, 'Aviso'), mediaName: 'a.png' } },
    body: { file: sheet },
    look: all(announcementKeys.shown, 'mediaName'),
    before: [null],
    after: ['a.png'],
  },
  {
    what: 'an announcement that is deleted',
    hook: announcements.useDeleteAnnouncement,
    given: 1,
    route: 'DELETE /announcements/1',
    look: () => [all(announcementKeys.page(''), 'id')(), all(announcementKeys.shown, 'id')()],
    before: [[1], [1]],
    after: [[], []],
  },
  {
    what: 'an announcement that is read',
    hook: announcements.useReadAnnouncements,
    given: [1],
    route: 'PUT /v1/announcements/read',
    answer: { ids: [1] },
    body: { ids: [1] },
    look: all(announcementKeys.shown, 'read'),
    before: [false],
    after: [true],
  },
  {
    what: 'a help video that is added',
    hook: helps.useSaveHelp,
    given: { id: null, values: { ...helpValues(null), title: 'Filas', video: 'dQw4w9WgXcQ', description: 'Como' } },
    route: 'POST /helps',
    answer: help(2, 'Filas'),
    body: { title: 'Filas' },
    look: all(helpKeys.all, 'title'),
    before: ['Atender'],
    after: ['Atender', 'Filas'],
  },
  {
    what: 'a help video that is deleted',
    hook: helps.useDeleteHelp,
    given: 1,
    route: 'DELETE /helps/1',
    look: all(helpKeys.all, 'id'),
    before: [1],
    after: [],
  },
  {
    what: 'an import that is started',
    hook: imports.useStartImport,
    given: { sheet, mapping: { name: 0, number: 2, email: null, fields: [3, 4] }, onProgress: noProgress },
    route: 'POST /contacts/upload',
    answer: { import: imported(2) },
    body: { nameColumn: '0', numberColumn: '2', fieldColumns: '3,4', file: sheet },
    look: () => [all(importKeys.latest, 'id')(), stale(importKeys.latest)()],
    before: [[1], false],
    after: [[2, 1], true],
  },
  {
    what: 'a user who is changed',
    hook: users.useSaveUser,
    given: { userId: 1, values: { ...userValues(makeUser(1)), name: 'Ana Luz' } },
    route: 'PUT /users/1',
    answer: makeUser(1, { name: 'Ana Luz', updatedAt: later }),
    body: { name: 'Ana Luz' },
    look: all(userKeys.page(''), 'name'),
    before: ['Pessoa 1'],
    after: ['Ana Luz'],
  },
  {
    what: 'a user who is deleted',
    hook: users.useDeleteUser,
    given: 1,
    route: 'DELETE /users/1',
    look: all(userKeys.page(''), 'id'),
    before: [1],
    after: [],
  },
  {
    what: 'a queue that is added',
    hook: () => queues.useSaveQueue(false),
    given: { queueId: null, values: queueValues(makeQueue(2), company) },
    route: 'POST /queue',
    answer: savedQueue(2),
    body: { name: 'Fila 2' },
    look: all(queueKeys.list, 'name'),
    before: ['Fila 1'],
    after: ['Fila 1', 'Fila 2'],
  },
  {
    what: 'a queue that is deleted',
    hook: queues.useDeleteQueue,
    given: 1,
    route: 'DELETE /queue/1',
    look: all(queueKeys.list, 'id'),
    before: [1],
    after: [],
  },
  {
    what: 'the default connection, of which there is one',
    hook: connections.useMakeDefault,
    given: 2,
    route: 'PUT /whatsapp/2',
    answer: detail(connection({ id: 2, name: 'Loja Norte', updatedAt: later })),
    body: { isDefault: true },
    look: all(connectionKeys.list, 'isDefault'),
    before: [true, false],
    after: [false, true],
  },
  {
    what: 'a simulator that is added',
    hook: connections.useCreateSimulator,
    given: 'Teste',
    route: 'POST /whatsapp',
    answer: { ...main, id: 3, name: 'Teste' },
    body: { name: 'Teste', channel: 'simulator' },
    look: all(connectionKeys.list, 'name'),
    before: ['Loja Centro', 'Loja Norte'],
    after: ['Loja Centro', 'Loja Norte', 'Teste'],
  },
  {
    what: 'a connection that moves to another channel',
    hook: connections.useSwitchChannel,
    given: { whatsappId: 1, channel: 'simulator' },
    route: 'PUT /whatsapp/1',
    answer: { ...main, channel: 'simulator' },
    body: { channel: 'simulator' },
    look: all(connectionKeys.list, 'channel'),
    before: ['whatsapp_web', 'whatsapp_web'],
    after: ['simulator', 'whatsapp_web'],
  },
  {
    what: 'a connection that is deleted',
    hook: connections.useDeleteConnection,
    given: 1,
    route: 'DELETE /whatsapp/1',
    look: all(connectionKeys.list, 'id'),
    before: [1, 2],
    after: [2],
  },
  {
    what: 'a number that may begin conversations again',
    hook: connections.useResumeNewChats,
    given: 1,
    route: 'POST /v1/connections/1/resume',
    answer: { newChats: 'open' },
    look: () => cache.getQueryData(connectionKeys.health(1)),
    before: { newChats: 'paused' },
    after: { newChats: 'open' },
  },
  {
    what: 'a gap that is checked again',
    hook: connections.useRecheckGap,
    given: { whatsappId: 1, gapId: 6 },
    route: 'POST /v1/connections/1/gaps/6/recheck',
    answer: { newChats: 'open' },
    look: () => cache.getQueryData(connectionKeys.health(1)),
    before: { newChats: 'paused' },
    after: { newChats: 'open' },
  },
  {
    what: 'a setting',
    hook: () => useChangeSetting('scheduleType'),
    given: 'company',
    route: 'PUT /settings/scheduleType',
    answer: { key: 'scheduleType', value: 'company' },
    body: { value: 'company' },
    look: all(settingKeys.list, 'value'),
    before: ['disabled'],
    after: ['company'],
  },
  {
    what: 'the hours of the company',
    hook: () => useSaveCompanyHours(3),
    given: { schedules: [], holidays: [{ date: '2026-12-25', name: 'Natal' }] },
    route: 'PUT /companies/3/schedules',
    answer: { ...company, holidays: [{ date: '2026-12-25', name: 'Natal' }], updatedAt: later },
    body: { id: 3, schedules: [], holidays: [{ date: '2026-12-25', name: 'Natal' }] },
    look: () => cache.getQueryData<typeof company>(settingKeys.company(3))?.holidays.length,
    before: 0,
    after: 1,
  },
];

const mount = (hook: Hook) => renderHook(hook, { wrapper }).result;

test.each(cases)('$what: shown as soon as the server has it', async ({ hook, given, route, answer = {}, body, look, before, after }) => {
  server.answers[route] = answer;
  expect(look()).toEqual(before);
  const mutation = mount(hook);
  await act(() => mutation.current.mutateAsync(given));
  expect(look()).toEqual(after);
  expect(server.told()).toHaveLength(1);
  if (body) expect(server.told()[0]?.body).toMatchObject(body);
});

test.each(cases)('$what: not shown when the server refuses', async ({ hook, given, route, look, before }) => {
  server.answers[route] = refused('ERR_NO_PERMISSION');
  const mutation = mount(hook);
  await act(() => expect(mutation.current.mutateAsync(given)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' }));
  expect(look()).toEqual(before);
});

test.each([
  ['start', 'POST /whatsappsession/1', undefined],
  ['renew', 'PUT /whatsappsession/1', { phoneNumber: '5548905550142' }],
  ['end', 'DELETE /whatsappsession/1', undefined],
])('the connections are asked for again after a session is told to %s, also when that fails', async (verb, route, body) => {
  server.answers[route] = refused('ERR_WAPP_NOT_INITIALIZED', 404);
  const mutation = mount(connections.useSession);
  const call = { whatsappId: 1, verb, ...(verb === 'renew' && { phoneNumber: '5548905550142' }) };
  await act(() => expect(mutation.current.mutateAsync(call)).rejects.toMatchObject({ code: 'ERR_WAPP_NOT_INITIALIZED' }));
  expect([server.told().map((call) => [call.route, call.body]), stale(connectionKeys.list)()]).toEqual([[[route, body]], true]);
});

test('what is wrong with a credential belongs to its field, which stands beside the others', async () => {
  const issues = [{ path: 'body.cloud.accessToken', code: 'wrong' }];
  server.answers['PUT /whatsapp/1'] = refused('ERR_VALIDATION', 400, { issues });
  const mutation = mount(connections.useSwitchChannel);
  await act(() =>
    expect(mutation.current.mutateAsync({ whatsappId: 1, channel: 'whatsapp_cloud' })).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
      issues: [{ path: 'body.accessToken', code: 'wrong' }],
    }),
  );
});

test('two choices of one setting are sent one after the other, so that the last one stays', async () => {
  const first = deferred();
  server.answers['PUT /settings/scheduleType'] = ({ body }: { body: { value: string } }) =>
    body.value === 'queue' ? first.promise : { key: 'scheduleType', value: body.value };
  const mutation = mount(() => useChangeSetting('scheduleType'));
  const calls = [mutation.current.mutateAsync('queue'), mutation.current.mutateAsync('company')];
  await vi.waitFor(() => expect(server.told()).toHaveLength(1));
  first.resolve({ key: 'scheduleType', value: 'queue' });
  await act(() => Promise.all(calls));
  expect(all(settingKeys.list, 'value')()).toEqual(['company']);
});

test('a tag that is made while it is put on a ticket is among the choices, and put on by its id', async () => {
  server.answers['POST /tags'] = tag(8, 'Urgente');
  server.answers['POST /tags/sync'] = makeTicket(5);
  const mutation = mount(() => tags.useSyncTags(5));
  await act(() => mutation.current.mutateAsync([1, 'Urgente']));
  expect(server.told().map(({ route, body }) => [route, body])).toMatchObject([
    ['POST /tags', { name: 'Urgente' }],
    ['POST /tags/sync', { ticketId: 5, tags: [1, 8] }],
  ]);
  expect(all(tagKeys.choices, 'name')()).toEqual(['Troca', 'Urgente']);
});

test('the phone of a simulated customer is asked again after whatever they do, and a repeated first message keeps its id', async () => {
  server.answers['POST /simulator/1/messages'] = {};
  server.answers['POST /simulator/1/read'] = {};
  const asked = stale(phoneKeys.one(1, helena));
  const say = mount(() => useSimulate(1, helena));
  await act(() => say.current.mutateAsync({ type: 'text', body: 'Oi' }));
  expect([server.told()[0]?.body, asked()]).toEqual([
    { id: expect.any(String), type: 'text', body: 'Oi', from: '+5548905550142', name: 'Helena' },
    true,
  ]);
  const file = new File(['x'], 'foto.png');
  await act(() => say.current.mutateAsync({ type: 'image', file }));
  expect(server.told()[1]?.body).toMatchObject({ type: 'image', from: '+5548905550142', media: file });
  const begin = mount(() => useSimulateFirst(helena));
  for (const _ of [1, 2]) await act(() => begin.current.mutateAsync({ whatsappId: 1, body: 'Oi' }));
  expect(
    new Set(
      server
        .told()
        .slice(2)
        .map(({ body }) => (body as { id: string }).id),
    ),
  ).toEqual(new Set(['first-1']));
  const read = mount(() => useAcknowledge(1, helena));
  await act(() => read.current.mutateAsync('read'));
  expect(server.told().at(-1)).toMatchObject({ route: 'POST /simulator/1/read', body: { from: '+5548905550142', status: 'read' } });
});
