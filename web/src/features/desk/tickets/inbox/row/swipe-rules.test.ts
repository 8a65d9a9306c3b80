import { expect, test } from 'vitest';
import { gestureOf, swipeAction } from './swipe-rules.ts';

test.each([
  ['pending', 'right', 'accept'],
  ['open', 'right', 'resolve'],
  ['closed', 'right', 'reopen'],
  ['pending', 'left', 'snooze'],
  ['open', 'left', 'snooze'],
  ['closed', 'left', null],
] as const)('%s, to the %s: %s', (status, to, action) => {
  expect(swipeAction({ status }, to)).toBe(action);
});

test.each([
  [200, 5, 3, 'undecided'],
  [200, 20, 3, 'swipes'],
  [200, -40, 10, 'swipes'],
  [200, 20, 30, 'scrolls'],
  // Neither clearly along nor across: it may still become either.
  [200, 20, 16, 'undecided'],
  // The system goes back with it.
  [10, 60, 0, 'scrolls'],
  [385, -60, 0, 'scrolls'],
] as const)('from %s, by %s and %s: %s', (startX, dx, dy, gesture) => {
  expect(gestureOf(startX, 390, dx, dy)).toBe(gesture);
});
