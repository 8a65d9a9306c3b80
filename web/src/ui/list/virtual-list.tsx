import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import css from './virtual-list.module.css';

export type VirtualListHandle = {
  /** Scrolls to an item. */
  show: (index: number) => void;
};

export type VirtualListProps<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  /** The estimated height of an item in pixels; measured once it is rendered. */
  estimate: number;
  draw: (item: Item, index: number) => ReactNode;
  /** Called within a screenful of the end, so that the next items are there before they are scrolled to. */
  onNearEnd?: (() => void) | undefined;
  /** Drawn after the last item. */
  foot?: ReactNode;
  handle?: RefObject<VirtualListHandle | null>;
  /** Under which name it keeps its place: where it was left, it begins when it is shown again. */
  place?: string;
};

type Place = { offset: number; measured: VirtualItem[] };
/** Where lists were left, the latest last. */
const places = new Map<string, Place>();
const placesMax = 20;

/** A list of any length that renders only visible items. It fills its parent and scrolls itself. */
export function VirtualList<Item>({ label, items, keyOf, estimate, draw, onNearEnd, foot, handle, place = '' }: VirtualListProps<Item>) {
  const [left] = useState(() => places.get(place));
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    overscan: 8,
    getItemKey: (index) => keyOf(items[index] as Item),
    initialRect: { width: 384, height: 800 },
    initialOffset: left?.offset ?? 0,
    initialMeasurementsCache: left?.measured ?? [],
  });
  const leave = useEffectEvent((offset: number) => {
    places.delete(place);
    if (offset > 0) places.set(place, { offset, measured: virtual.takeSnapshot() });
    const [oldest] = places.keys();
    if (places.size > placesMax && oldest !== undefined) places.delete(oldest);
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || place === '') return;
    return () => leave(element.scrollTop);
  }, [place]);
  const near = useEffectEvent(() => {
    const element = scroller.current;
    if (element && element.scrollHeight - element.scrollTop <= 2 * element.clientHeight) onNearEnd?.();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: more items may still leave the end in sight; more may only be had now.
  useEffect(() => near(), [items.length, onNearEnd]);
  useImperativeHandle(handle, () => ({ show: (index) => virtual.scrollToIndex(index, { align: 'auto' }) }), [virtual]);
  return (
    <div ref={scroller} className={css.scroller} onScroll={() => near()}>
      <ul aria-label={label} className={css.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((drawn) => (
          <li
            key={drawn.key}
            aria-setsize={items.length}
            aria-posinset={drawn.index + 1}
            data-index={drawn.index}
            ref={virtual.measureElement}
            className={css.item}
            style={{ transform: `translateY(${drawn.start}px)` }}
          >
            {draw(items[drawn.index] as Item, drawn.index)}
          </li>
        ))}
      </ul>
      {foot}
    </div>
  );
}
