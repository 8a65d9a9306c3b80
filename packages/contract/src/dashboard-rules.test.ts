import { expect, test } from 'vitest';
import { dayIn, daysOf, periodBefore, periodOf } from './dashboard-rules.ts';

const today = '2026-11-20';

test.each([
  [{ days: 15 }, { from: '2026-11-06', until: today }],
  [{ days: 1 }, { from: today, until: today }],
  [
    { days: 3, date_from: '2026-01-01' },
    { from: '2026-11-18', until: today },
  ],
  [{ date_from: '2026-11-01' }, { from: '2026-11-01', until: today }],
  [{ date_to: '2026-02-28' }, { from: '2026-02-01', until: '2026-02-28' }],
  [
    { date_from: '2024-02-29', date_to: '2024-02-29' },
    { from: '2024-02-29', until: '2024-02-29' },
  ],
  [{}, { field: 'days', code: 'required' }],
  [{ days: 0 }, { field: 'days', code: 'required' }],
  [{ days: 367 }, { field: 'days', code: 'too_big' }],
  [{ date_from: '2026-11-21' }, { field: 'date_to', code: 'too_small' }],
  [{ date_from: '2025-11-19' }, { field: 'date_to', code: 'too_big' }],
])('a period of %j is %j', (query, period) => {
  expect(periodOf(query, today)).toEqual(period);
});

test('the period before is as long, and ends the day before, over months too', () => {
  expect(periodBefore({ from: '2026-11-06', until: '2026-11-20' })).toEqual({ from: '2026-10-22', until: '2026-11-05' });
  expect(periodBefore({ from: '2024-03-01', until: '2024-03-01' })).toEqual({ from: '2024-02-29', until: '2024-02-29' });
  expect(daysOf({ from: '2024-02-28', until: '2024-03-01' })).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
});

test('the day is the one of the time zone', () => {
  const at = new Date('2026-11-21T01:30:00Z');
  expect([dayIn(at, 'America/Sao_Paulo'), dayIn(at, 'Asia/Tokyo')]).toEqual(['2026-11-20', '2026-11-21']);
});
