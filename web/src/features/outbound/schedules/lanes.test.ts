import { expect, test } from 'vitest';
import { testSchedule } from '../../../data/schedules/test-schedules.ts';
import { lanesOf } from './lanes.ts';

const at = (...clocks: string[]) =>
  clocks.map((clock, id) => ({ key: `${id}:0`, schedule: testSchedule(id), day: '2026-11-24', clock, later: false }));
const stand = (max: number, ...clocks: string[]) => {
  const { marks, rests } = lanesOf(at(...clocks), max);
  return {
    marks: marks.map(({ occurrence, lane, lanes, isCounted }) => [occurrence.clock, lane, lanes, ...(isCounted ? ['counted'] : [])]),
    rests,
  };
};

test('what overlaps stands side by side, what follows has the whole width', () => {
  expect(stand(2, '09:00', '09:30', '10:00', '11:00')).toEqual({
    marks: [
      ['09:00', 0, 2],
      ['09:30', 1, 2],
      ['10:00', 0, 2],
      ['11:00', 0, 1],
    ],
    rests: [],
  });
});

test('what has no room is counted where it begins', () => {
  expect(stand(2, '09:00', '09:06', '09:12', '09:18', '14:00')).toEqual({
    marks: [
      ['09:00', 0, 1, 'counted'],
      ['14:00', 0, 1],
    ],
    rests: [{ clock: '09:06', count: 3 }],
  });
  expect(stand(3, '09:00', '09:10', '09:20', '09:30', '10:00', '10:20', '10:30').rests).toEqual([
    { clock: '09:20', count: 2 },
    { clock: '10:30', count: 1 },
  ]);
});
