// How news change lists that are loaded page by page (see infinite-rows.ts). They have one shape, so there is one way.
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { changeHeld } from './live-cache.ts';
import { refreshSoon } from './refresh-soon.ts';

export type RowLists<Row> = {
  /** The key prefix of all lists. */
  queryKey: QueryKey;
  /** The field of a page that holds the rows. */
  field: string;
  /** Does this change leave the row's order and search results as they are? If not, the lists are fetched again. */
  staysPlaced: (held: Row, row: Row) => boolean;
};

type Page = { count?: number; hasMore: boolean };
type Pages = InfiniteData<Page, number>;
type Kept = { id: number; updatedAt: string };

/**
 * Puts a row into every list that holds it. An older copy than ours is dropped, and fields the row does not have stay.
 * If its order may have changed, or a list lacks it, the lists are fetched again.
 */
export function applyRow<Row extends Kept>(cache: QueryClient, lists: RowLists<Row>, row: Row): void {
  let settled = true;
  changeHeld<Pages>(cache, lists.queryKey, (data) => {
    const held = data.pages.flatMap((page) => rowsOf<Row>(page, lists.field)).find(({ id }) => id === row.id);
    if (!held || !lists.staysPlaced(held, row)) settled = false;
    if (!held || row.updatedAt < held.updatedAt) return data;
    return inPages<Row>(data, lists.field, (rows) => rows.map((other) => (other.id === row.id ? { ...other, ...row } : other)));
  });
  if (!settled) refreshSoon(cache, lists.queryKey);
}

/** Removes a row from every list and its count. A list that may have it on a page not loaded is fetched again, for its count. */
export function removeRow<Row extends Kept>(cache: QueryClient, lists: RowLists<Row>, rowId: number): void {
  changeHeld<Pages>(cache, lists.queryKey, (data, key) => {
    if (!data.pages.some((page) => rowsOf<Row>(page, lists.field).some(({ id }) => id === rowId))) {
      if (data.pages.at(-1)?.hasMore) refreshSoon(cache, key);
      return data;
    }
    const without = inPages<Row>(data, lists.field, (rows) => rows.filter(({ id }) => id !== rowId));
    return {
      ...without,
      pages: without.pages.map((page) => (page.count === undefined ? page : { ...page, count: Math.max(0, page.count - 1) })),
    };
  });
}

function rowsOf<Row>(page: Page, field: string): Row[] {
  // A page's type does not say which of its fields has the rows; whoever made `field` does.
  return (page as unknown as Record<string, Row[]>)[field] ?? [];
}

function inPages<Row>(data: Pages, field: string, change: (rows: Row[]) => Row[]): Pages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, [field]: change(rowsOf<Row>(page, field)) })) };
}
