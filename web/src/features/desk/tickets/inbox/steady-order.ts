import { useState } from 'react';

/**
 * The rows in the order in which they are already shown, so that nothing moves under the pointer. Removed rows disappear, and rows loaded at
 * the end are added. All other new rows wait and are counted.
 */
export function steadyOrder<Row extends { id: number }>(shown: readonly number[], rows: readonly Row[]): { rows: Row[]; waiting: number } {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = shown.flatMap((id) => byId.get(id) ?? []);
  const keptIds = new Set(kept.map(({ id }) => id));
  const lastKept = rows.findLastIndex(({ id }) => keptIds.has(id));
  const fresh = rows.filter(({ id }) => !keptIds.has(id));
  const atEnd = fresh.filter((row) => rows.indexOf(row) > lastKept);
  const moved = kept.some((row, at) => at > 0 && rows.indexOf(row) < rows.indexOf(kept[at - 1] as Row));
  return { rows: [...kept, ...atEnd], waiting: fresh.length - atEnd.length + (moved && fresh.length === atEnd.length ? 1 : 0) };
}

/** Keeps the order of `rows` while `held`. `waiting`: how many changes of order are held back. */
export function useSteadyOrder<Row extends { id: number }>(rows: readonly Row[], held: boolean): { rows: readonly Row[]; waiting: number } {
  const [shown, setShown] = useState<readonly number[]>(() => rows.map(({ id }) => id));
  const steady = held ? steadyOrder(shown, rows) : { rows, waiting: 0 };
  const ids = steady.rows.map(({ id }) => id);
  if (ids.length !== shown.length || ids.some((id, at) => id !== shown[at])) setShown(ids);
  return steady;
}
