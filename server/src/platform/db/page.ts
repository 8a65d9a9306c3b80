import { pageSize } from '@balcao/contract/page-rules';

/**
 * One page of a list, counted from 1: its rows, whether there are more, and how many there are in all. They are counted only where the page
 * itself does not tell.
 */
export async function pageOf<Row>(
  pageNumber: number,
  list: (limit: number, offset: number) => Promise<Row[]>,
  countAll: () => Promise<number>,
): Promise<{ rows: Row[]; count: number; hasMore: boolean }> {
  const size = pageSize.rest;
  const offset = (pageNumber - 1) * size;
  const found = await list(size + 1, offset);
  const hasMore = found.length > size;
  const isBehindTheEnd = found.length === 0 && offset > 0;
  const count = hasMore || isBehindTheEnd ? await countAll() : offset + found.length;
  return { rows: found.slice(0, size), count, hasMore };
}
