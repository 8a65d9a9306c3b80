import { expect, test } from 'vitest';
import { clockAt, dayAt, type Hours, isOpen, momentFrom, momentOf, type ScheduleEntry } from './schedule-rules.ts';

const saoPaulo = 'America/Sao_Paulo';
const entry = (weekdayEn: ScheduleEntry['weekdayEn'], startTime: string, endTime: string): ScheduleEntry => ({
  weekdayEn,
  startTime,
  endTime,
});

const week: Hours = {
  schedules: [
    entry('monday', '08:00', '12:00'),
    entry('monday', '13:30', '18:00'),
    entry('tuesday', '', ''),
    entry('wednesday', '08:00', ''),
    entry('friday', '18:00', '02:00'),
    entry('saturday', '00:00', '00:00'),
    entry('sunday', '09:00', '09:00'),
  ],
  holidays: [{ date: '2026-11-24' }, { date: '2026-11-23', from: '09:00', to: '10:00' }],
};

// 2026-11-16 is a Monday; São Paulo is three hours behind UTC.
test.each([
  ['in the first hours of a day', '2026-11-16T08:00', true],
  ['a minute before them', '2026-11-16T07:59', false],
  ['in the last minute named', '2026-11-16T12:00:59', true],
  ['in the pause at noon', '2026-11-16T12:01', false],
  ['in the second hours of a day', '2026-11-16T13:30', true],
  ['in the evening', '2026-11-16T18:01', false],
  ['on a day with empty times', '2026-11-17T03:00', true],
  ['on a day with half of its times', '2026-11-18T23:00', true],
  ['on a day without an entry', '2026-11-19T04:00', true],
  ['before hours that last over midnight', '2026-11-20T17:59', false],
  ['in hours that last over midnight', '2026-11-20T23:30', true],
  ['after midnight, on a day that is closed itself', '2026-11-21T02:00', true],
  ['when they end', '2026-11-21T02:01', false],
  ['on a day from midnight to midnight', '2026-11-21T12:00', false],
  ['on a day of equal times', '2026-11-22T09:00', false],
  ['on a holiday', '2026-11-24T12:00', false],
  ['in the hours of a holiday', '2026-11-23T09:30', true],
  ['outside the hours of a holiday, in those of its weekday', '2026-11-23T11:00', false],
])('%s (%s)', (_, local, open) => {
  const seconds = local.length === 16 ? ':00' : '';
  expect(isOpen(week, new Date(`${local}${seconds}-03:00`), saoPaulo)).toBe(open);
});

const nights: ScheduleEntry[] = [
  entry('thursday', '22:00', '06:00'),
  entry('friday', '22:00', '06:00'),
  entry('saturday', '00:00', '00:00'),
];

// 2026-11-20 is a Friday.
test.each([
  ['the night that begins on a holiday does not last into the next day', [{ date: '2026-11-20' }], '2026-11-21T02:00', false],
  ['nor does the night before last into a holiday', [{ date: '2026-11-20' }], '2026-11-20T02:00', false],
  ['the hours of a holiday may last over midnight', [{ date: '2026-11-20', from: '18:00', to: '01:00' }], '2026-11-20T23:00', true],
  ['and end on the next day', [{ date: '2026-11-20', from: '18:00', to: '01:00' }], '2026-11-21T01:01', false],
  ['where they are still open until then', [{ date: '2026-11-20', from: '18:00', to: '01:00' }], '2026-11-21T01:00', true],
  ['a holiday of equal times is closed', [{ date: '2026-11-20', from: '00:00', to: '00:00' }], '2026-11-20T00:00', false],
])('%s', (_, holidays, local, open) => {
  expect(isOpen({ schedules: nights, holidays }, new Date(`${local}:00-03:00`), saoPaulo)).toBe(open);
});

test('whoever said nothing is always open', () => {
  expect(isOpen({ schedules: [] }, new Date('2026-11-16T03:00:00Z'), saoPaulo)).toBe(true);
});

test('the same moment is judged by the clock of the company', () => {
  const nights: Hours = { schedules: [entry('monday', '22:00', '23:59')] };
  const at = new Date('2026-11-17T01:30:00Z');
  expect(isOpen(nights, at, saoPaulo)).toBe(true);
  expect(isOpen({ schedules: [...nights.schedules, entry('tuesday', '00:00', '00:00')] }, at, 'Europe/Lisbon')).toBe(false);
});

test('daylight saving time moves the hours with it', () => {
  // New York changed its clocks on 8 March 2026: 08:00 is 13:00 UTC before and 12:00 UTC after.
  const hours: Hours = { schedules: [entry('saturday', '08:00', '18:00'), entry('sunday', '08:00', '18:00')] };
  const zone = 'America/New_York';
  expect(isOpen(hours, new Date('2026-03-07T12:30:00Z'), zone)).toBe(false);
  expect(isOpen(hours, new Date('2026-03-08T12:30:00Z'), zone)).toBe(true);
  // 02:30 did not happen that night; both sides of the gap have an hour.
  expect(clockAt(new Date('2026-03-08T06:59:00Z'), zone)).toBe('01:59');
  expect(clockAt(new Date('2026-03-08T07:00:00Z'), zone)).toBe('03:00');
});

test('a day is that of the time zone, and an unknown zone is UTC', () => {
  expect(dayAt(new Date('2026-01-01T01:00:00Z'), saoPaulo)).toBe('2025-12-31');
  expect(clockAt(new Date('2026-01-01T00:05:00Z'), 'Marte/Olympus')).toBe('00:05');
});

test('a moment is found by what the clocks show', () => {
  expect(momentOf('2026-11-21', '23:30', saoPaulo)?.toISOString()).toBe('2026-11-22T02:30:00.000Z');
  // New York, hours before and after it changed its clocks.
  expect(momentOf('2026-03-08', '01:30', 'America/New_York')?.toISOString()).toBe('2026-03-08T06:30:00.000Z');
  expect(momentOf('2026-03-08', '03:30', 'America/New_York')?.toISOString()).toBe('2026-03-08T07:30:00.000Z');
  expect(momentOf('2026-13-01', '10:00', saoPaulo)).toBeNull();
  expect(momentOf('2026-11-21', '24:00', saoPaulo)).toBeNull();
});

test('a time that a client writes without an offset is that of the company’s clock', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  expect(momentFrom('2026-11-23T09:00', 'America/Sao_Paulo')).toEqual(now);
  expect(momentFrom('2026-11-23 09:00:00', 'America/Sao_Paulo')).toEqual(now);
  expect(momentFrom('2026-11-23T09:00:07.25', 'America/Sao_Paulo')).toEqual(new Date('2026-11-23T12:00:07.25Z'));
  expect(momentFrom('2026-11-23T12:00', 'Europe/Lisbon')).toEqual(now);
  expect(momentFrom('2026-11-23T09:00:00-03:00', 'Europe/Lisbon')).toEqual(now);
  expect(momentFrom('2026-11-23T09:00-0300', 'Europe/Lisbon')).toEqual(now);
  expect(momentFrom('2026-11-23T12:00:00.000Z', 'America/Sao_Paulo')).toEqual(now);
  for (const none of ['', 'amanhã', '2026-11-23', '2026-13-40T09:00', '2026-13-40T09:00Z', '2026-11-23T25:00'])
    expect(momentFrom(none, 'America/Sao_Paulo'), none).toBeNull();
});
