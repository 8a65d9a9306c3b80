import { expect, test } from 'vitest';
import { type AssignmentMode, nextAgent } from './assignment-rules.ts';

const ana = { id: 1, open: 2, capacity: null, lastAt: 100 };
const bia = { id: 2, open: 0, capacity: null, lastAt: 300 };
const caio = { id: 3, open: 5, capacity: null, lastAt: null };

test.each<[string, AssignmentMode, (typeof caio)[] | (typeof ana)[], number, number | null, number | null]>([
  ['nobody where people accept by themselves', 'off', [ana, bia], 5, null, null],
  ['nobody where nobody is there', 'roundRobin', [], 5, null, null],
  ['in turn: whoever got one longest ago', 'roundRobin', [ana, bia], 5, null, 1],
  ['in turn: whoever never got one, before all others', 'roundRobin', [ana, bia, caio], 6, null, 3],
  ['by load: whoever has the fewest', 'leastBusy', [ana, bia, caio], 6, null, 2],
  ['by load: among equals, whoever got one longest ago', 'leastBusy', [bia, { ...ana, open: 0 }], 5, null, 1],
  [
    'among those who never got one, the one who has been here longest',
    'roundRobin',
    [{ ...ana, lastAt: null }, caio].reverse(),
    9,
    null,
    1,
  ],
  ['nobody beyond their capacity', 'roundRobin', [ana, caio], 5, null, 1],
  ['nobody at all when everybody is full', 'leastBusy', [ana, caio], 2, null, null],
  ['who has a higher capacity of their own, beyond that of the queue', 'roundRobin', [ana, { ...caio, capacity: 6 }], 5, null, 3],
  ['nobody beyond a lower capacity of their own', 'leastBusy', [{ ...ana, capacity: 2 }], 5, null, null],
  ['not whoever has just put it back', 'roundRobin', [ana, bia], 5, 1, 2],
  ['nobody if only they are there', 'leastBusy', [bia], 5, 2, null],
] as never)('gives a ticket to %s', (_, mode, people, capacity, except, id) => {
  expect(nextAgent(mode, people, capacity, except)?.id ?? null).toBe(id);
});
