import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ThreadRow } from './thread-rows.ts';

const nearStart = 50;
const nearEnd = 40;

export type ScrollPlace = {
  scroller: RefObject<HTMLDivElement | null>;
  list: RefObject<HTMLOListElement | null>;
  onScroll: () => void;
  atEnd: boolean;
  /** How many messages came while the end was not visible. */
  missed: number;
  toEnd: () => void;
  /** False if it is not drawn. */
  toMessage: (messageId: string) => boolean;
};

/**
 * Keeps the scroll position in a list that grows at both ends: older rows do not move it, and newer rows are followed only from the end.
 * `startAt`: the element to start at, which stays where it is until one scrolls; the end by default.
 */
export function useScrollPlace(given: {
  rows: readonly ThreadRow[];
  ready: boolean;
  startAt: string | null;
  onNearStart: () => void;
  onEnd?: ((atEnd: boolean) => void) | undefined;
}): ScrollPlace {
  const { rows, ready, startAt, onNearStart, onEnd } = given;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const before = useRef<{ firstKey: string | undefined; lastKey: string | undefined; height: number } | null>(null);
  const sticks = useRef(true);
  /** How far down it is at the element it started at. */
  const start = useRef<number | null>(null);
  /** How far down it was at last: only whoever goes up from there leaves the end. */
  const lowest = useRef(0);
  const [atEnd, setAtEnd] = useState(true);
  const [missed, setMissed] = useState(0);

  const older = useEffectEvent(onNearStart);
  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element) lowest.current = scrollToEnd(element);
    sticks.current = true;
    setMissed(0);
  }, []);

  const toStart = useEffectEvent((element: HTMLDivElement) => {
    const at = startAt ? element.querySelector<HTMLElement>(startAt) : null;
    if (!at || element.scrollHeight - at.offsetTop <= element.clientHeight) return false;
    element.scrollTop = at.offsetTop - 24;
    start.current = element.scrollTop;
    return true;
  });
  /** Is it where it started? What came above it does not move it then. */
  const stands = useEffectEvent((element: HTMLDivElement) => {
    if (start.current === null) return false;
    // What became shorter may not go down that far any more.
    const down = Math.min(start.current, element.scrollHeight - element.clientHeight);
    return element.scrollTop === down && toStart(element);
  });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !ready) return;
    const messages = rows.filter((row) => row.kind === 'message' || row.kind === 'album');
    const firstKey = messages[0]?.key;
    const last = messages.at(-1);
    const held = before.current;
    const stood = held !== null && stands(element);
    if (!held) {
      if (toStart(element)) sticks.current = false;
      else lowest.current = scrollToEnd(element);
    } else if (firstKey !== held.firstKey && last?.key === held.lastKey) {
      // Older ones came, or those that were held beyond a page went.
      if (sticks.current) lowest.current = scrollToEnd(element);
      else if (!stood) element.scrollTop += element.scrollHeight - held.height;
    } else if (last && last.key !== held.lastKey) {
      const own = last.kind === 'message' && last.entry.pending !== null;
      if (own || sticks.current) lowest.current = scrollToEnd(element);
      else {
        const come = countOf(messages.slice(messages.findIndex(({ key }) => key === held.lastKey) + 1));
        setMissed((count) => count + come);
      }
    }
    before.current = { firstKey, lastKey: last?.key, height: element.scrollHeight };
    // There is nothing to scroll yet, so load the older ones right away.
    if (element.scrollHeight <= element.clientHeight + nearStart) older();
  }, [rows, ready]);

  // Pictures and window resizing change the heights after rendering.
  useEffect(() => {
    if (!ready || !list.current || !scroller.current || typeof ResizeObserver === 'undefined') return;
    const watcher = new ResizeObserver(() => {
      const element = scroller.current;
      if (!element) return;
      if (sticks.current) lowest.current = scrollToEnd(element);
      else stands(element);
      if (before.current) before.current.height = element.scrollHeight;
    });
    watcher.observe(list.current);
    watcher.observe(scroller.current);
    return () => watcher.disconnect();
  }, [ready]);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    if (element.scrollTop < nearStart) onNearStart();
    const near = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
    // It may have grown before this scrolling is told, and is followed in a moment.
    const end = near || (sticks.current && element.scrollTop >= lowest.current);
    lowest.current = element.scrollTop;
    sticks.current = end;
    if (end === atEnd) return;
    setAtEnd(end);
    if (end) setMissed(0);
    onEnd?.(end);
  };

  return {
    scroller,
    list,
    onScroll,
    atEnd,
    missed,
    toEnd,
    toMessage: (messageId) => {
      const found = scroller.current?.querySelector(`[data-message="${CSS.escape(messageId)}"]`);
      if (!found) return false;
      sticks.current = false;
      found.scrollIntoView({ block: 'center' });
      return true;
    },
  };
}

/** Answers how far down that is. */
function scrollToEnd(element: HTMLElement): number {
  element.scrollTop = element.scrollHeight;
  return element.scrollTop;
}

/** How many messages these are of the customer. */
function countOf(rows: readonly ThreadRow[]): number {
  return rows
    .flatMap((row) => (row.kind === 'album' ? row.entries : row.kind === 'message' ? [row.entry] : []))
    .filter(({ message }) => !message.fromMe).length;
}
