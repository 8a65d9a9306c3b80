import { expect, test } from 'vitest';
import { chatNoticeOf, messageNoticeOf } from './notice-rules.ts';

const ana = { id: 7, allTicket: false };
const open = { status: 'open', userId: 7, isGroup: false } as const;
const waiting = { status: 'pending', userId: null, isGroup: false } as const;

test.each([
  ['her own conversation', ana, open, 'mine'],
  ['a colleague’s conversation', ana, { ...open, userId: 8 }, null],
  ['her own, but closed', ana, { ...open, status: 'closed' } as const, null],
  ['a group of hers', ana, { ...open, isGroup: true }, null],
  ['one that waits', ana, waiting, null],
  ['one that waits, and she sees all', { ...ana, allTicket: true }, waiting, 'waiting'],
  ['a group that waits', { ...ana, allTicket: true }, { ...waiting, isGroup: true }, null],
] as const)('a customer writes in %s', (_, person, ticket, kind) => {
  expect(messageNoticeOf(person, ticket)).toBe(kind);
});

test('a message of an internal chat mentions some, tells the others, and not its sender', () => {
  const message = { senderId: 7, mentions: [8] };
  expect([7, 8, 9].map((userId) => chatNoticeOf(userId, message))).toEqual([null, 'mention', 'chat']);
});
