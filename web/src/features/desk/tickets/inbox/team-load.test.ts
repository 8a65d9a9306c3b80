import { expect, test } from 'vitest';
import { teamLines } from './team-load.ts';

const person = (id: number, name: string, online = true) => ({ id, name, online, away: false });
const load = (userId: number, open: number, waiting: number, capacity: number | null = null) => ({ userId, open, waiting, capacity });

test('those whose customers wait come first; who is neither there nor has anything is left out', () => {
  const people = [person(1, 'Ana'), person(2, 'Bia', false), person(3, 'Caio', false), person(4, 'Davi'), person(5, 'Eva')];
  const lines = teamLines(people, [load(1, 3, 0), load(2, 2, 1, 2), load(3, 0, 0, 5), load(4, 4, 0, 5)]);
  expect(lines.map(({ name, full }) => [name, full])).toEqual([
    ['Bia', true],
    ['Davi', false],
    ['Ana', false],
    ['Eva', false],
  ]);
});
