import { expect, test } from 'vitest';
import { groupHeads, groupOf, isDivided } from './group-rules.ts';

test('pinned ones stand before all; urgent ones apart only where they come first', () => {
  const urgent = { priority: true };
  expect([groupOf(urgent, true, 'priority'), groupOf(urgent, false, 'priority'), groupOf(urgent, false, 'waiting')]).toEqual([
    'pinned',
    'urgent',
    'rest',
  ]);
  expect((['waiting', 'priority', 'newest', 'oldest'] as const).map(isDivided)).toEqual([true, true, false, false]);
});

test('each group begins once; what is kept in its place for the moment begins none', () => {
  expect([...groupHeads(['pinned', 'pinned', 'rest', 'rest'])]).toEqual([
    [0, 'pinned'],
    [2, 'rest'],
  ]);
  expect([...groupHeads(['urgent', 'rest'])]).toEqual([
    [0, 'urgent'],
    [1, 'rest'],
  ]);
  expect([...groupHeads(['rest', 'pinned', 'rest'])]).toEqual([[0, 'rest']]);
  expect([...groupHeads([])]).toEqual([]);
});
