import { expect, test } from 'vitest';
import { inOneLane, placedIn } from './rules.ts';

const plain = (id: number, held = false) => ({ id, kanban: false, held });
const lane = (id: number, held = false) => ({ id, kanban: true, held });

test('of several lanes a ticket gets the one it did not have', () => {
  expect(inOneLane([1, 2, 3], [plain(1, true), lane(2, true), lane(3)])).toEqual([1, 3]);
  expect(inOneLane([3, 2], [lane(2, true), lane(3)])).toEqual([3]);
  expect(inOneLane([2, 3], [lane(2), lane(3)])).toEqual([3]);
  expect(inOneLane([2, 3], [lane(2, true), lane(3, true)])).toEqual([3]);
  expect(inOneLane([1, 9], [plain(1), lane(2, true)])).toEqual([1]);
  expect(inOneLane([], [lane(2, true)])).toEqual([]);
});

test('a lane takes the place of the one before; ordinary tags stay', () => {
  expect(placedIn(3, [plain(1, true), lane(2, true), lane(3)])).toEqual([1, 3]);
  expect(placedIn(2, [plain(1, true), lane(2, true)])).toEqual([1, 2]);
  expect(placedIn(null, [plain(1, true), lane(2, true)])).toEqual([1]);
  expect(placedIn(4, [lane(2, true), plain(4)])).toEqual([2, 4]);
});
