import { expect, test } from 'vitest';
import { lastDays, periodText } from './period.ts';

const now = new Date(2026, 10, 27, 9, 30).getTime();

test('the last days begin with today, over the end of a month too', () => {
  expect(lastDays(1, now)).toBe('2026-11-27');
  expect(lastDays(7, now)).toBe('2026-11-21');
  expect(lastDays(30, now)).toBe('2026-10-29');
});

test('a period is said in few letters', () => {
  expect(periodText('2026-11-27', '', now)).toBe('Hoje');
  expect(periodText('2026-11-21', '', now)).toBe('7 dias');
  expect(periodText('2026-11-20', '', now)).toBe('desde 20/11');
  expect(periodText('', '2025-12-31', now)).toBe('até 31/12/25');
  expect(periodText('2026-11-01', '2026-11-20', now)).toBe('01/11–20/11');
  expect(periodText('2026-11-01', '2026-11-01', now)).toBe('01/11');
});
