import { useState } from 'react';

export type RowIds = {
  /** An id for each row, in the order of the rows. */
  ids: readonly number[];
  /** Call them together with the change of the rows. */
  remove(place: number): void;
  swap(place: number, other: number): void;
};

/** Ids for `count` rows of a form that have none, so that a row keeps its focus, and what is half typed, when others move or go. */
export function useRowIds(count: number): RowIds {
  const [kept, setKept] = useState<readonly number[]>([]);
  const ids = kept.length === count ? kept : withCount(kept, count);
  if (ids !== kept) setKept(ids);
  return {
    ids,
    remove: (place) => setKept(ids.toSpliced(place, 1)),
    swap: (place, other) => setKept(ids.with(place, ids[other] ?? 0).with(other, ids[place] ?? 0)),
  };
}

/** New rows are added, and superfluous ones taken, at the end. */
function withCount(kept: readonly number[], count: number): readonly number[] {
  const next = Math.max(-1, ...kept) + 1;
  return Array.from({ length: count }, (_, place) => kept[place] ?? next + place - kept.length);
}
