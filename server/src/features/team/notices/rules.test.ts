import { expect, test } from 'vitest';
import {
  announcementTelling,
  chatTelling,
  handedTelling,
  keyOf,
  mentionTelling,
  messageTelling,
  newsIn,
  type Person,
  pauseAfter,
  testTelling,
} from './rules.ts';

const person = (change: Partial<Person> = {}): Person => ({
  id: 7,
  profile: 'user',
  queueIds: [3],
  allTicket: false,
  silent: [],
  quiet: false,
  ...change,
});
const open = { id: 9, uuid: 'u-9', status: 'open', userId: 7, queueId: 3, isGroup: false, name: 'Otávio Brandão' } as const;
const said = { text: 'Chegou?', media: 'conversation' } as const;

test('a customer’s message reaches the agent of the conversation, as long as they may see it and want to be told', () => {
  const { notice, userIds, kindFor } = messageTelling({ ...open, ...said });
  expect(notice).toEqual({
    name: 'Otávio Brandão',
    text: 'Chegou?',
    media: 'conversation',
    ticketId: 9,
    path: '/tickets/u-9',
    tag: 'ticket9',
  });
  expect(userIds).toEqual([7]);
  expect(kindFor(person())).toBe('mine');
  expect(kindFor(person({ silent: ['mine'] }))).toBeNull();
  expect(kindFor(person({ quiet: true }))).toBeNull();
  expect(kindFor(person({ queueIds: [4] }))).toBeNull();
  expect(kindFor(person({ id: 8 }))).toBeNull();
  expect(messageTelling({ ...open, ...said, mutedBy: [7] }).kindFor(person())).toBeNull();
});

test('a waiting one reaches those who see all tickets, and may see this one', () => {
  const { userIds, kindFor } = messageTelling({ ...open, ...said, status: 'pending', userId: null });
  expect(userIds).toBeNull();
  expect(kindFor(person({ allTicket: true }))).toBe('waiting');
  expect(kindFor(person())).toBeNull();
  expect(kindFor(person({ allTicket: true, queueIds: [4] }))).toBeNull();
  expect(kindFor(person({ allTicket: true, profile: 'admin', queueIds: [] }))).toBe('waiting');
});

test('a transferred one reaches whoever has it still', () => {
  expect(handedTelling(open, 7, 'Bia').userIds).toEqual([7]);
  expect(handedTelling(open, 8, 'Bia').userIds).toEqual([]);
  expect(handedTelling(open, 7, 'Bia').notice).toMatchObject({ by: 'Bia', tag: 'ticket9' });
});

test('a note that calls somebody reaches that person, as long as they may see the conversation and want to be told', () => {
  const { notice, userIds, kindFor } = mentionTelling({ ...open, text: 'Confere? @Caio' }, 7, 'Bia');
  expect(notice).toEqual({ name: 'Otávio Brandão', by: 'Bia', text: 'Confere? @Caio', path: '/tickets/u-9', tag: 'ticket9' });
  expect(userIds).toEqual([7]);
  expect(kindFor(person())).toBe('mention');
  expect(kindFor(person({ silent: ['mention'] }))).toBeNull();
  expect(kindFor(person({ quiet: true }))).toBeNull();
  expect(kindFor(person({ queueIds: [4] }))).toBeNull();
});

test('a message of a chat reaches the members who have not read it, as a mention or not', () => {
  const chat = { id: 2, uuid: 'c-2', title: 'Turno', lastMessage: 'Bia: Oi', senderId: 8, sender: 'Bia', mentions: [7], memberIds: [7, 6] };
  const { kindFor, userIds } = chatTelling(chat);
  expect(userIds).toEqual([7, 6]);
  expect([6, 7, 8, 9].map((id) => kindFor(person({ id })))).toEqual(['chat', 'mention', null, null]);
  expect(kindFor(person({ id: 6, silent: ['chat'] }))).toBeNull();
  expect(kindFor(person({ silent: ['chat'] }))).toBe('mention');
});

test('an announcement reaches everybody who wants it, a test always', () => {
  const { kindFor, notice } = announcementTelling(4, { title: 'Pausa', text: 'a'.repeat(500) });
  expect(notice.text).toHaveLength(300);
  expect(kindFor(person())).toBe('announcement');
  expect(kindFor(person({ silent: ['announcement'] }))).toBeNull();
  expect(testTelling(7).kindFor(person({ silent: ['mine'] }))).toBe('test');
});

test('devices hear of new messages of customers, transfers and chats, and of nothing else', () => {
  const message = { id: '5', fromMe: false, read: false };
  const appMessage = (change: object, ticket: object = open, action = 'create', to = 'admins') =>
    newsIn({ event: 'appMessage', payload: { action, message: { ...message, ...change }, ticket }, rooms: [{ to }] } as never);
  expect(appMessage({})).toEqual({ of: 'message', ticketId: 9, messageId: 5 });
  expect(appMessage({ fromMe: true })).toBeNull();
  expect(appMessage({ read: true })).toBeNull();
  expect(appMessage({}, { ...open, isGroup: true })).toBeNull();
  expect(appMessage({}, { ...open, status: 'closed' })).toBeNull();
  expect(appMessage({}, open, 'update')).toBeNull();
  expect(appMessage({}, { ...open, status: 'pending' })).toEqual({ of: 'message', ticketId: 9, messageId: 5 });
  expect(appMessage({}, { ...open, status: 'pending' }, 'create', 'queue')).toBeNull();
  expect(newsIn({ event: 'chat', payload: { action: 'update', chat: { id: 2 } } } as never)).toBeNull();
  const asks = (kind: string, action = 'create') =>
    newsIn({ event: 'ping', payload: { action, ping: { id: 3, kind, ticketId: 9 } }, rooms: [{ to: 'user', userId: 7 }] } as never);
  expect(asks('mention')).toEqual({ of: 'called', ticketId: 9, pingId: 3, userId: 7 });
  // The transfer is told as such.
  expect(asks('handed')).toBeNull();
  expect(asks('mention', 'seen')).toBeNull();
  expect(newsIn({ event: 'ticket', payload: {} } as never)).toBeNull();
});

test('of what waits, the latest about one conversation is sent', () => {
  expect(keyOf({ of: 'message', ticketId: 9, messageId: 5 })).toBe(keyOf({ of: 'message', ticketId: 9, messageId: 6 }));
  expect(keyOf({ of: 'chat', chatId: 9, messageId: 5 })).not.toBe(keyOf({ of: 'message', ticketId: 9, messageId: 5 }));
});

test('what could not be reached is tried three times more', () => {
  expect([1, 2, 3, 4].map(pauseAfter)).toEqual([30_000, 300_000, 1_800_000, null]);
});
