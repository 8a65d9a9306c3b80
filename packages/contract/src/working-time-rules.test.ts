import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Hours, isOpen, weekdays } from './schedule-rules.ts';
import { afterOpenMinutes, dueOf, dueState, openMinutes } from './working-time-rules.ts';

const zone = 'America/Sao_Paulo';
/** Monday to Friday, 08:00 to 18:00, with a break at noon; open through the night from Saturday to Sunday. */
const hours: Hours = {
  schedules: [
    ...weekdays.slice(0, 5).flatMap((weekdayEn) => [
      { weekdayEn, startTime: '08:00', endTime: '12:00' },
      { weekdayEn, startTime: '13:00', endTime: '18:00' },
    ]),
    { weekdayEn: 'saturday', startTime: '22:00', endTime: '02:00' },
    { weekdayEn: 'sunday', startTime: '00:00', endTime: '00:00' },
  ],
  holidays: [{ date: '2026-11-20' }, { date: '2026-11-24', from: '10:00', to: '11:00' }],
};
// 2026-11-23 is a Monday; São Paulo is three hours behind.
const at = (day: number, clock: string) => new Date(`2026-11-${day}T${clock}:00-03:00`);

test.each([
  ['within one opening', at(23, '09:00'), at(23, '09:30'), 30],
  ['over the break at noon', at(23, '11:30'), at(23, '13:30'), 60],
  ['over the night, into a day with other hours', at(23, '17:30'), at(24, '10:15'), 45],
  ['over a holiday and a weekend that is open by night', at(19, '17:00'), at(23, '08:10'), 60 + 4 * 60 + 10],
  ['while it is closed', at(22, '03:00'), at(22, '20:00'), 0],
  ['backwards', at(23, '10:00'), at(23, '09:00'), 0],
])('open minutes %s', (_, from, to, minutes) => {
  expect(openMinutes(hours, from, to, zone)).toBe(minutes);
});

test('a promise ends when it has been open for as long as was promised', () => {
  expect(afterOpenMinutes(hours, at(23, '11:50'), 20, zone)).toEqual(at(23, '13:10'));
  expect(afterOpenMinutes(hours, at(22, '12:00'), 15, zone)).toEqual(at(23, '08:15'));
  expect(afterOpenMinutes({ schedules: [] }, at(23, '23:50'), 20, zone)).toEqual(at(24, '00:10'));
});

test('who is never open keeps no promise', () => {
  const never = { schedules: weekdays.map((weekdayEn) => ({ weekdayEn, startTime: '00:00', endTime: '00:00' })) };
  expect(afterOpenMinutes(never, at(23, '11:50'), 20, zone)).toBeNull();
});

test('open minutes are those at which it is open', () => {
  const from = at(16, '00:00').getTime();
  fc.assert(
    fc.property(fc.nat(14 * 24 * 60), fc.nat(600), (start, length) => {
      const [begin, end] = [new Date(from + start * 60_000), new Date(from + (start + length) * 60_000)];
      let open = 0;
      // The end minute is still open for the bot; here it has no length.
      for (let m = 0; m < length; m++) {
        const minute = begin.getTime() + m * 60_000;
        if (isOpen(hours, new Date(minute), zone) && isOpen(hours, new Date(minute + 60_000), zone)) open++;
      }
      expect(openMinutes(hours, begin, end, zone)).toBe(open);
    }),
    { numRuns: 60 },
  );
});

test('of two promises the one that ends first counts, and the first answer only until somebody answered', () => {
  const ticket = { waitingSince: at(23, '09:00').toISOString(), beganAt: at(23, '08:00').toISOString(), answeredAt: null };
  const both = { firstAnswerMinutes: 20, resolutionMinutes: 240 };
  expect(dueOf(ticket, both, hours, zone)).toEqual({ kind: 'answer', at: at(23, '09:20'), minutes: 20 });
  const answered = { ...ticket, answeredAt: ticket.waitingSince };
  expect(dueOf(answered, both, hours, zone)).toEqual({ kind: 'resolution', at: at(23, '12:00'), minutes: 240 });
  expect(dueOf(ticket, { firstAnswerMinutes: 90, resolutionMinutes: 60 }, hours, zone)?.kind).toBe('resolution');
  expect(dueOf(answered, { firstAnswerMinutes: 20, resolutionMinutes: null }, hours, zone)).toBeNull();
});

test.each([
  ['09:10', { state: 'fine', minutes: 10 }],
  ['09:15', { state: 'near', minutes: 5 }],
  ['09:20', { state: 'near', minutes: 0 }],
  ['09:38', { state: 'late', minutes: 18 }],
])('at %s a promise of 20 minutes from 09:00 stands as %j', (clock, standing) => {
  expect(dueState({ kind: 'answer', at: at(23, '09:20'), minutes: 20 }, at(23, clock), hours, zone)).toEqual(standing);
});
