import { useState } from 'react';

/**
 * The rows in the order they are already shown in, so that nothing moves under the pointer. What is gone goes; what was loaded at the end is added;
 * the rest waits and is counted.
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

/** Holds the order of `rows` while `held`. `waiting` tells how many changes of place are held back. */
export function useSteadyOrder<Row extends { id: number }>(rows: readonly Row[], held: boolean): { rows: readonly Row[]; waiting: number } {
  const [shown, setShown] = useState<readonly number[]>(() => rows.map(({ id }) => id));
  const steady = held ? steadyOrder(shown, rows) : { rows, waiting: 0 };
  const ids = steady.rows.map(({ id }) => id);
  if (ids.length !== shown.length || ids.some((id, at) => id !== shown[at])) setShown(ids);
  return steady;
}
