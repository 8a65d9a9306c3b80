import { expect, test } from 'vitest';
import { lookedAt, lookMs, type Shown, withNewest } from './looked-at.ts';

test('what was there at the beginning has been looked at, what comes later after a moment', () => {
  let shown: readonly Shown[] = [];
  expect(lookedAt(shown, 0)).toBeNull();
  shown = withNewest(shown, '10', 1000);
  shown = withNewest(shown, '10', 2000);
  expect(lookedAt(shown, 1000)).toBe('10');
  shown = withNewest(shown, '11', 5000);
  expect(lookedAt(shown, 5000 + lookMs - 1)).toBe('10');
  expect(lookedAt(shown, 5000 + lookMs)).toBe('11');
});
