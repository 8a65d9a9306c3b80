import { expect, test } from 'vitest';
import { testSchedule } from '../../../data/schedules/test-schedules.ts';
import { firstMinute, rangeOf, stepped, titleOf } from './calendar-days.ts';
import { occurrencesIn, sendCount, situationOf } from './occurrences.ts';

const zone = 'America/Sao_Paulo';
const november = { from: '2026-11-01', to: '2026-12-06' };

test('each stands on its day in the company’s time zone', () => {
  const late = testSchedule(1, { sendAt: '2026-12-01T01:30:00.000Z' });
  expect(occurrencesIn([late], november, zone)).toMatchObject([{ day: '2026-11-30', clock: '22:30', later: false }]);
});

test('what repeats and waits is shown at its times to come, what was sent only once', () => {
  const weekly = testSchedule(1, { repeat: 'week', repeatDays: [1], repeatUntil: '2026-12-21' });
  expect(occurrencesIn([weekly], november, zone).map(({ day, later }) => [day, later])).toEqual([
    ['2026-11-23', false],
    ['2026-11-30', true],
  ]);
  expect(occurrencesIn([{ ...weekly, status: 'ENVIADA' }], november, zone)).toHaveLength(1);
  expect(sendCount(weekly, new Date(weekly.sendAt), zone)).toBe(5);
  expect(sendCount({ ...weekly, repeatUntil: null }, new Date(weekly.sendAt), zone)).toBeNull();
});

test('cancelled ones are among those that did not go out', () => {
  expect((['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO', 'CANCELADA'] as const).map((status) => situationOf({ status }))).toEqual([
    'waiting',
    'waiting',
    'sent',
    'failed',
    'failed',
  ]);
});

test('the days of each view, and its steps', () => {
  expect(rangeOf('month', '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-12-06' });
  expect(rangeOf('week', '2026-11-21')).toEqual({ from: '2026-11-15', to: '2026-11-22' });
  expect(rangeOf('work_week', '2026-11-21')).toEqual({ from: '2026-11-16', to: '2026-11-21' });
  expect(rangeOf('day', '2026-11-21')).toEqual({ from: '2026-11-21', to: '2026-11-22' });
  expect(rangeOf('agenda', '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-12-01' });
  expect(stepped('month', '2026-01-31', 1)).toBe('2026-02-01');
  expect(stepped('month', '2026-01-31', -1)).toBe('2025-12-01');
  expect(stepped('day', '2026-02-28', 1)).toBe('2026-03-01');
  expect(titleOf('month', '2026-11-21')).toBe('Novembro de 2026');
});

test('hours begin at eight, earlier for what is earlier, later only where the first message would be out of sight', () => {
  const nineHours = 9 * 60;
  expect([null, 7 * 60, 10 * 60, 16 * 60].map((first) => firstMinute(first, nineHours))).toEqual([480, 420, 480, 480]);
  expect(firstMinute(18 * 60 + 23, nineHours)).toBe(18 * 60 + 23);
});
