import { expect, test } from 'vitest';
import { isBotsTurn, isGiven, isGivenTurn, unansweredOf } from './rules.ts';

const now = new Date('2026-03-10T15:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const turn: Parameters<typeof isBotsTurn>[0] = {
  status: 'pending',
  userId: null,
  isGroup: false,
  finishedAt: null,
  firstResponseAt: null,
  session: { heardId: 6 },
  isDeleted: false,
  sentAt: ago(60),
};

test('it is the turn of the bot where nobody else attends, up to an hour after the message', () => {
  expect(isBotsTurn(turn, 7, now)).toBe(true);
  expect(isBotsTurn({ ...turn, session: null }, 7, now)).toBe(true);
});

test.each<[string, Partial<typeof turn>]>([
  ['a conversation that an agent has accepted', { status: 'open' }],
  ['one that is closed', { status: 'closed' }],
  ['one that waits for a certain agent', { userId: 3 }],
  ['a group', { isGroup: true }],
  ['a service cycle that has ended', { finishedAt: ago(1) }],
  ['one in which a person has written', { firstResponseAt: ago(1) }],
  ['a message that was heard', { session: { heardId: 7 } }],
  ['one that was taken back', { isDeleted: true }],
  ['one that is older than an hour', { sentAt: ago(61) }],
])('%s is not its business', (_what, not) => {
  expect(isBotsTurn({ ...turn, ...not }, 7, now)).toBe(false);
});

test('an assistant that is given a conversation may answer what was asked within the day', () => {
  expect(isGivenTurn({ ...turn, sentAt: ago(23 * 60) }, now)).toBe(true);
  expect(isGivenTurn({ ...turn, sentAt: ago(25 * 60) }, now)).toBe(false);
  expect(isGivenTurn({ ...turn, userId: 4 }, now)).toBe(false);
  expect(isGivenTurn({ ...turn, isDeleted: true }, now)).toBe(false);
});

test('a conversation is given to an assistant by another queue, or by choosing it', () => {
  const waits = { status: 'pending', userId: null, queueId: 1 } as const;
  const ticket = { ...waits, isGroup: false };
  expect(isGiven({ before: { ...waits, queueId: 2 }, ticket, assistantBegan: false })).toBe(true);
  expect(isGiven({ before: waits, ticket, assistantBegan: true })).toBe(true);
  expect(isGiven({ before: waits, ticket, assistantBegan: false })).toBe(false);
  expect(isGiven({ before: null, ticket, assistantBegan: false })).toBe(false);
  expect(isGiven({ before: { ...waits, status: 'closed', queueId: 2 }, ticket, assistantBegan: false })).toBe(false);
  expect(isGiven({ before: { ...waits, queueId: 2 }, ticket: { ...ticket, userId: 3 }, assistantBegan: false })).toBe(false);
});

test('a question is open until a person or an assistant has written after it', () => {
  const asked = { id: 5, fromMe: false, automatic: null };
  const said = (automatic: string | null) => ({ id: 6, fromMe: true, automatic });
  expect(unansweredOf([asked])).toBe(5);
  expect(unansweredOf([said('greeting'), asked])).toBe(5);
  expect(unansweredOf([said(null), asked])).toBeNull();
  expect(unansweredOf([said('assistant'), asked])).toBeNull();
  expect(unansweredOf([asked, said(null), { ...asked, id: 2 }])).toBe(5);
  expect(unansweredOf([])).toBeNull();
});
