import { expect, test } from 'vitest';
import { createTurns, flagsOf, type Lane, lanes } from './lanes.ts';

const lane: Lane = 'sending';
const { slots, perCompany } = lanes[lane];

test('a company has so many at once, and a lane no more than its slots', () => {
  const turns = createTurns();
  for (let n = 0; n < perCompany; n++) turns.began(lane, 1);
  expect(turns.forbidden()).toEqual([`${lane}:1`]);
  for (let n = perCompany; n < slots; n++) turns.began(lane, 10 + n);
  expect(turns.forbidden()).toEqual([lane]);
  turns.ended(lane, 1);
  expect(turns.forbidden()).toEqual([]);
});

test('whoever has begun some lets the others go first; when none of them waits, there is another look', () => {
  const turns = createTurns();
  for (let n = 0; n < 4; n++) {
    turns.began(lane, 1);
    turns.ended(lane, 1);
  }
  expect(turns.forbidden()).toEqual([`${lane}:1`]);
  expect(turns.foundNone()).toBe(true);
  expect(turns.forbidden()).toEqual([]);
  expect(turns.foundNone()).toBe(false);
});

test('there is no other look for a company that has all it may', () => {
  const turns = createTurns();
  for (let n = 0; n < 4; n++) turns.began(lane, 1);
  turns.ended(lane, 1);
  expect(turns.foundNone()).toBe(false);
  expect(turns.forbidden()).toEqual([`${lane}:1`]);
});

test('a job says its lane, and its company in it', () => {
  expect(flagsOf(lane, 7)).toEqual(['sending', 'sending:7']);
});
