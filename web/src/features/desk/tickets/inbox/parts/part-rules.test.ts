import { expect, test } from 'vitest';
import { isDivided, partHeads, partOf } from './part-rules.ts';

test('pinned ones stand before all; urgent ones apart only where they come first', () => {
  const urgent = { priority: true };
  expect([partOf(urgent, true, 'priority'), partOf(urgent, false, 'priority'), partOf(urgent, false, 'waiting')]).toEqual([
    'pinned',
    'urgent',
    'rest',
  ]);
  expect((['waiting', 'priority', 'newest', 'oldest'] as const).map(isDivided)).toEqual([true, true, false, false]);
});

test('each part begins once; what is kept in its place for the moment begins none', () => {
  expect([...partHeads(['pinned', 'pinned', 'rest', 'rest'])]).toEqual([
    [0, 'pinned'],
    [2, 'rest'],
  ]);
  expect([...partHeads(['urgent', 'rest'])]).toEqual([
    [0, 'urgent'],
    [1, 'rest'],
  ]);
  expect([...partHeads(['rest', 'pinned', 'rest'])]).toEqual([[0, 'rest']]);
  expect([...partHeads([])]).toEqual([]);
});
