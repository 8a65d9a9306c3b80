import { describe, expect, test } from 'vitest';
import {
  type Facts,
  heldUntil,
  isIncomplete,
  isWorthShowing,
  judge,
  limitEnd,
  newChatsLimit,
  pauseAfterRefusal,
  pausedUntil,
} from './rules.ts';

const now = new Date('2026-03-10T15:00:00Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const day = 24 * 60;

const fine: Facts = {
  restricted: false,
  restrictedUntil: null,
  answersRestrictedUntil: null,
  newChats: null,
  pausedUntil: null,
  newChatsToday: 0,
  sentToday: 0,
  failures: {},
};
const limit = (used: number, total: number, resetsAt = at(60)) => ({ used, total, resetsAt });

describe('a number', () => {
  test.each<[string, Partial<Facts>, ReturnType<typeof judge>]>([
    ['of which nothing is known is well', {}, { level: 'good', score: 100, why: [], until: null }],
    [
      'that the provider restricts until a date',
      { restrictedUntil: at(90) },
      { level: 'restricted', score: 20, why: ['restricted'], until: at(90) },
    ],
    [
      'that may answer nobody until a date, but begin conversations',
      { answersRestrictedUntil: at(90) },
      { level: 'restricted', score: 20, why: ['answers_restricted'], until: null },
    ],
    ['that may answer again by now', { answersRestrictedUntil: now }, { level: 'good', score: 100, why: [], until: null }],
    ['whose restriction is over', { restrictedUntil: at(-1) }, { level: 'good', score: 100, why: [], until: null }],
    ['restricted until nobody knows when', { restricted: true }, { level: 'restricted', score: 20, why: ['restricted'], until: null }],
    ['that was refused and pauses', { pausedUntil: at(15) }, { level: 'paused', score: 50, why: ['refused'], until: at(15) }],
    ['whose pause is over this instant', { pausedUntil: now }, { level: 'good', score: 100, why: [], until: null }],
    ['that has begun all it may', { newChats: limit(10, 10) }, { level: 'paused', score: 40, why: ['limit_reached'], until: at(60) }],
    ['that may begin anew by now', { newChats: limit(10, 10, at(-1)) }, { level: 'good', score: 100, why: [], until: null }],
    ['that has begun most of what it may', { newChats: limit(8, 10) }, { level: 'watch', score: 80, why: ['limit_near'], until: null }],
    ['that has begun some of what it may', { newChats: limit(7, 10) }, { level: 'good', score: 100, why: [], until: null }],
    ['that fails often', { sentToday: 8, failures: { unknown: 2 } }, { level: 'watch', score: 75, why: ['failures'], until: null }],
    ['that fails often, of few', { sentToday: 4, failures: { unknown: 4 } }, { level: 'good', score: 100, why: [], until: null }],
    [
      'that fails for want of a line or for bad files',
      { sentToday: 8, failures: { connection_down: 9, media_rejected: 9 } },
      { level: 'good', score: 100, why: [], until: null },
    ],
    [
      'that people block',
      { sentToday: 90, failures: { recipient_blocked: 3 } },
      { level: 'watch', score: 80, why: ['blocks'], until: null },
    ],
    ['that speaks to many strangers', { newChatsToday: 50 }, { level: 'watch', score: 85, why: ['many_new_chats'], until: null }],
    [
      'with all of it at once waits for the last',
      { restrictedUntil: at(30), pausedUntil: at(360), newChats: limit(10, 10), newChatsToday: 80, failures: { recipient_blocked: 20 } },
      {
        level: 'restricted',
        score: 0,
        why: ['restricted', 'limit_reached', 'refused', 'failures', 'blocks', 'many_new_chats'],
        until: at(360),
      },
    ],
  ])('%s', (_, facts, verdict) => {
    expect(judge({ ...fine, ...facts }, now)).toEqual(verdict);
  });

  test('waits for its own sake shorter than for the provider’s', () => {
    const limits = { restrictedUntil: at(500), answersRestrictedUntil: null, pausedUntil: at(15), newChats: limit(1, 1) };
    expect(heldUntil(limits, now)).toEqual(at(500));
    expect(pausedUntil(limits, now)).toEqual(at(60));
    expect(newChatsLimit(limits, now)).toBe(1);
    expect(newChatsLimit(limits, at(61))).toBeNull();
  });
});

test('a limit without a date counts for a day', () => {
  expect(limitEnd(null, now)).toEqual(at(day));
  expect(limitEnd(at(5), now)).toEqual(at(5));
});

describe('pauses', () => {
  test('grow with each refusal, and end with a day', () => {
    let known: { pauses: number; pausedUntil: Date | null } = { pauses: 0, pausedUntil: null };
    const lengths = [];
    let time = now;
    for (let i = 0; i < 6; i++) {
      const next = pauseAfterRefusal(known, time);
      if (!next) throw new Error('no pause');
      lengths.push((next.pausedUntil.getTime() - time.getTime()) / 60_000);
      known = next;
      time = new Date(next.pausedUntil.getTime() + 60_000);
    }
    expect(lengths).toEqual([15, 60, 360, day, day, day]);
  });

  test('do not grow by what was under way, and begin anew after a quiet day', () => {
    expect(pauseAfterRefusal({ pauses: 1, pausedUntil: at(10) }, now)).toBeNull();
    expect(pauseAfterRefusal({ pauses: 3, pausedUntil: at(-day + 1) }, now)).toEqual({ pauses: 4, pausedUntil: at(day) });
    expect(pauseAfterRefusal({ pauses: 3, pausedUntil: at(-day) }, now)).toEqual({ pauses: 1, pausedUntil: at(15) });
  });
});

describe('a gap', () => {
  test.each([
    [13 * day, true, false],
    [14 * day, true, false],
    [14 * day + 1, true, true],
    [5, false, true],
  ])('of %i min, replayed: %s, lacks something for good: %s', (minutes, replayed, incomplete) => {
    expect(isIncomplete({ from: now, to: at(minutes) }, replayed)).toBe(incomplete);
  });

  test.each([
    [0.49, 0, false, false],
    [0.5, 0, false, true],
    [0.1, 1, false, true],
    [0.1, 0, true, true],
  ])('of %d min, %i undecryptable, incomplete: %s, is told of: %s', (minutes, undecryptable, incomplete, told) => {
    expect(isWorthShowing({ from: now, to: at(minutes), undecryptable, incomplete })).toBe(told);
  });
});
