import { expect, test } from 'vitest';
import { snoozeChoices } from './snooze-choices.ts';

const at = (day: number, clock: string) => new Date(`2026-11-${day}T${clock}:00`);
const kinds = (now: Date) => snoozeChoices(now).map(({ kind }) => kind);

test('only what lies ahead is offered, and Monday not twice', () => {
  // 2026-11-23 is a Monday.
  expect(kinds(at(24, '09:30'))).toEqual(['hour', 'afternoon', 'tomorrow', 'monday']);
  expect(kinds(at(24, '13:30'))).toEqual(['hour', 'tomorrow', 'monday']);
  expect(kinds(at(22, '18:00'))).toEqual(['hour', 'tomorrow']);
});

test('each is the moment that it names', () => {
  expect(snoozeChoices(at(23, '09:30')).map((choice) => choice.at)).toEqual([
    at(23, '10:30'),
    at(23, '14:00'),
    at(24, '08:00'),
    at(30, '08:00'),
  ]);
});
