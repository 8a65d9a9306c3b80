import { pageSize } from '@balcao/contract/page-rules';
import { expect, test } from 'vitest';
import { pageOf } from './page.ts';

const size = pageSize.rest;

/** The page of a list so long, and how often the list was counted. */
async function page(length: number, pageNumber: number) {
  const all = Array.from({ length }, (_, index) => index);
  let counted = 0;
  const { rows, ...rest } = await pageOf(
    pageNumber,
    async (limit, offset) => all.slice(offset, offset + limit),
    async () => {
      counted++;
      return length;
    },
  );
  return { ...rest, first: rows[0], rows: rows.length, counted };
}

test.each([
  [0, 1, { rows: 0, first: undefined, hasMore: false, counted: 0 }],
  [3, 1, { rows: 3, first: 0, hasMore: false, counted: 0 }],
  [size, 1, { rows: size, first: 0, hasMore: false, counted: 0 }],
  [size + 1, 1, { rows: size, first: 0, hasMore: true, counted: 1 }],
  [size + 1, 2, { rows: 1, first: size, hasMore: false, counted: 0 }],
  [3, 9, { rows: 0, first: undefined, hasMore: false, counted: 1 }],
])('a list of %i on page %i is told in full, and counted only where it must be', async (length, pageNumber, expected) => {
  expect(await page(length, pageNumber)).toEqual({ count: length, ...expected });
});
