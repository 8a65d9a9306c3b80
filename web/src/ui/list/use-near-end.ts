import { useEffect, useEffectEvent, useRef } from 'react';

/** A ref for an element at the end of a list; `onNear` is called when it is within `distance` pixels of being visible. */
export function useNearEnd(onNear: () => void, distance = 100): React.RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return;
    const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && near(), {
      root: scrollerOf(end.current),
      rootMargin: `0px 0px ${distance}px 0px`,
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  });
  return end;
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return null;
}
