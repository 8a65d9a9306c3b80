import { expect, test } from 'vitest';
import { commandIds, commandKeys, firstKeysProblem, keysOf, keysProblem } from './command-rules.ts';

test('no two commands begin with the same keys', () => {
  // Only what the field or the browser would keep is left to a screen that has nothing of its own there.
  const problems = commandIds.flatMap((id) => {
    const keys = commandKeys[id];
    const found = keys && keysProblem(id, keys, {});
    return found ? [`${id}: ${found.problem}`] : [];
  });
  expect(problems).toEqual([]);
});

test('a person gives a command other keys, or none', () => {
  expect(keysOf('ticket.resolve', {})).toBe('Alt+E');
  expect(keysOf('ticket.resolve', { 'ticket.resolve': 'Alt+R' })).toBe('Alt+R');
  expect(keysOf('ticket.resolve', { 'ticket.resolve': null })).toBeNull();
});

test.each([
  ['Alt+R', null],
  ['Shift+E', null],
  ['F2', null],
  ['E', null],
  ['Q W', null],
  ['Alt+', 'unclear'],
  ['Alt+é', 'unclear'],
  ['alt+e', 'unclear'],
  ['', 'unclear'],
  ['Ctrl+W', 'reserved'],
  ['/', 'reserved'],
  ['Alt+T', 'taken'],
  ['G', 'taken'],
  ['N X', 'taken'],
])('as keys of a command, %s are %s', (keys, problem) => {
  expect(keysProblem('ticket.resolve', keys, {})?.problem ?? null).toBe(problem);
});

test('keys that were given up are free for another command', () => {
  const chosen = { 'ticket.transfer': null };
  expect(keysProblem('ticket.resolve', 'Alt+T', chosen)).toBeNull();
  expect(firstKeysProblem({ ...chosen, 'ticket.resolve': 'Alt+T' })).toBeNull();
  expect(firstKeysProblem({ 'ticket.resolve': 'Alt+T' })).toBe('ticket.resolve');
});
