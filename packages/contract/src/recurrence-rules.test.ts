import { expect, test } from 'vitest';
import { anchorOf, movedDays, nextTime, nextTimeAfter, type Recurrence, timesUntil } from './recurrence-rules.ts';

const zone = 'America/Sao_Paulo';
const rule = (more: Partial<Recurrence>): Recurrence => ({ repeat: 'day', repeatDays: [], monthDay: 1, repeatUntil: null, ...more });
const at = (text: string) => new Date(text);
const next = (more: Partial<Recurrence>, last: string, timeZone = zone) => nextTime(rule(more), at(last), timeZone)?.toISOString() ?? null;

test('what does not repeat has no next time', () => {
  expect(next({ repeat: 'none' }, '2026-11-23T12:00:00Z')).toBeNull();
});

test('each day at the same hour, until the last day', () => {
  expect(next({}, '2026-11-23T12:00:00Z')).toBe('2026-11-24T12:00:00.000Z');
  expect(next({ repeatUntil: '2026-11-24' }, '2026-11-23T12:00:00Z')).toBe('2026-11-24T12:00:00.000Z');
  expect(next({ repeatUntil: '2026-11-23' }, '2026-11-23T12:00:00Z')).toBeNull();
});

test('on the chosen weekdays; without any, a week later', () => {
  // 23/11/2026 is a Monday.
  expect(next({ repeat: 'week', repeatDays: [1, 4] }, '2026-11-23T12:00:00Z')).toBe('2026-11-26T12:00:00.000Z');
  expect(next({ repeat: 'week', repeatDays: [1, 4] }, '2026-11-26T12:00:00Z')).toBe('2026-11-30T12:00:00.000Z');
  expect(next({ repeat: 'week' }, '2026-11-23T12:00:00Z')).toBe('2026-11-30T12:00:00.000Z');
});

test('the 31st falls on the last day of shorter months, and on the 31st again afterwards', () => {
  const times = timesUntil(rule({ repeat: 'month', monthDay: 31 }), at('2027-01-31T12:00:00Z'), at('2027-04-01T12:00:00Z'), zone, 10);
  expect(times.map((time) => time.toISOString().slice(0, 10))).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
});

test('the hour stays when clocks change', () => {
  // In New York daylight saving time begins on 14/03/2027: 09:00 is 14:00 UTC before, 13:00 UTC after.
  expect(next({}, '2027-03-13T14:00:00Z', 'America/New_York')).toBe('2027-03-14T13:00:00.000Z');
});

test('late in the evening it is already tomorrow in UTC, but not here', () => {
  expect(next({ repeat: 'month', monthDay: 30 }, '2026-12-01T01:30:00Z')).toBe('2026-12-31T01:30:00.000Z');
  expect(anchorOf(at('2026-12-01T01:30:00Z'), zone)).toEqual({ monthDay: 30, weekday: 1 });
});

test('after a long silence the missed times are skipped', () => {
  expect(nextTimeAfter(rule({}), at('2026-11-01T12:00:00Z'), at('2026-11-23T13:00:00Z'), zone)?.toISOString()).toBe(
    '2026-11-24T12:00:00.000Z',
  );
  // The time that is it now is the one that is sent now.
  expect(nextTimeAfter(rule({}), at('2026-11-22T12:00:00Z'), at('2026-11-23T12:00:00Z'), zone)?.toISOString()).toBe(
    '2026-11-24T12:00:00.000Z',
  );
});

test('moving one to another weekday moves that weekday', () => {
  expect(movedDays([1, 4], 1, 3)).toEqual([3, 4]);
  expect(movedDays([1, 4], 1, 4)).toEqual([4]);
});
