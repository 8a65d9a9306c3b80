import { expect, test } from 'vitest';
import { drawnSize } from './page-size.ts';

const a4 = { width: 595, height: 842 };

test('a page is drawn as wide as it is asked for', () => {
  expect(drawnSize(a4, 1190)).toEqual({ scale: 2, width: 1190, height: 1684 });
});

test.each([
  ['long', { width: 10, height: 100_000 }],
  ['wide', { width: 14_400, height: 14_400 }],
  ['asked for very large', a4, 100_000],
])('a page that is %s never needs more pixels than a browser has', (_name, page, width = 2_000) => {
  const drawn = drawnSize(page, width);
  expect(Math.max(drawn.width, drawn.height)).toBeLessThanOrEqual(8_192);
  expect(drawn.width * drawn.height).toBeLessThanOrEqual(16_000_000);
  expect(Math.min(drawn.width, drawn.height)).toBeGreaterThanOrEqual(1);
});

test.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY])('a page that claims to be %s high is refused', (height) => {
  expect(() => drawnSize({ width: 600, height }, 300)).toThrow('without a size');
});
