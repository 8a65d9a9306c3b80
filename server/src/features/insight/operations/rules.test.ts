import { expect, test } from 'vitest';
import { auditPeriod } from './rules.ts';

const now = new Date('2026-03-10T15:00:00Z');
const days = (period: { from: Date; to: Date }) => [period.from, period.to].map((at) => at.toISOString().slice(0, 10));

test('without days the last thirty are looked at, today included', () => {
  expect(days(auditPeriod({}, now))).toEqual(['2026-02-09', '2026-03-11']);
});

test('both days count, and a year is the most', () => {
  expect(days(auditPeriod({ from: '2026-01-05', to: '2026-01-06' }, now))).toEqual(['2026-01-05', '2026-01-07']);
  expect(days(auditPeriod({ from: '2020-01-01' }, now))).toEqual(['2025-03-10', '2026-03-11']);
  expect(days(auditPeriod({ to: '2026-01-30' }, now))).toEqual(['2026-01-01', '2026-01-31']);
});
