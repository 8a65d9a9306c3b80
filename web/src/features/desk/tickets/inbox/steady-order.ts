import { useState } from 'react';

/**
 * The rows in the order in which they are already shown, so that nothing moves under the pointer. Removed rows disappear, and rows loaded at
 * the end are added. All other new rows wait and are counted.
 */
export function steadyOrder<Row extends { id: number }>(shown: readonly number[], rows: readonly Row[]): { rows: Row[]; waiting: number } {
  const placeOf = new Map(rows.map(({ id }, place) => [id, place]));
  const kept = shown.flatMap((id) => placeOf.get(id) ?? []);
  const known = new Set(shown);
  const lastKept = rows.findLastIndex(({ id }) => known.has(id));
  const atEnd = rows.slice(lastKept + 1);
  const moved = kept.some((place, at) => place < (kept[at - 1] ?? 0));
  const fresh = lastKept + 1 - kept.length;
  return { rows: [...kept.flatMap((place) => rows[place] ?? []), ...atEnd], waiting: fresh || Number(moved) };
}

/** Keeps the order of `rows` while `held`. `waiting`: how many changes of order are held back. */
export function useSteadyOrder<Row extends { id: number }>(rows: readonly Row[], held: boolean): { rows: readonly Row[]; waiting: number } {
  const [shown, setShown] = useState<readonly number[]>(() => rows.map(({ id }) => id));
  const steady = held ? steadyOrder(shown, rows) : { rows, waiting: 0 };
  const ids = steady.rows.map(({ id }) => id);
  if (ids.length !== shown.length || ids.some((id, at) => id !== shown[at])) setShown(ids);
  return steady;
}
