import { expect, test } from 'vitest';
import { isBotsTurn } from './rules.ts';

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
