import { Fragment, type ReactNode } from 'react';

/** Draws items that have no ids and never change their place, such as the parts of one text. Where rows come and go: `useRowIds`. */
export function InPlace<Item>({ of, children }: { of: readonly Item[]; children: (item: Item, place: number) => ReactNode }) {
  return of.map((item, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: these items are known by their place alone.
    return <Fragment key={place}>{children(item, place)}</Fragment>;
  });
}
