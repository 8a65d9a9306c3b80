import { expect, test } from 'vitest';
import { situationOf } from './rules.ts';
import type { SituationRow } from './view.ts';

const mornings = [{ weekdayEn: 'tuesday' as const, startTime: '08:00', endTime: '12:00' }];
const nights = [{ weekdayEn: 'tuesday' as const, startTime: '00:00', endTime: '00:00' }];
const row = { scheduleType: 'company', companySchedules: mornings, queueSchedules: nights, holidays: [], timeZone: 'America/Sao_Paulo' };
const isOpen = (of: Partial<SituationRow>, at = '2026-03-10T14:30:00Z') =>
  situationOf({ ...row, queuedAt: null, ...of } as SituationRow, { rating: null, tagIds: null }, new Date(at)).isOpen;

test('a ticket is in the hours that apply to it, by the clock of its company', () => {
  expect(isOpen({})).toBe(true);
  expect(isOpen({}, '2026-03-10T10:30:00Z')).toBe(false);
  expect(isOpen({ timeZone: 'UTC' })).toBe(false);
  expect(isOpen({ scheduleType: 'queue' })).toBe(false);
  expect(isOpen({ scheduleType: 'queue', queueSchedules: null })).toBe(true);
  expect(isOpen({ scheduleType: 'disabled', companySchedules: nights })).toBe(true);
  expect(isOpen({ holidays: [{ date: '2026-03-10' }] })).toBe(false);
});
