import { useEffect, useEffectEvent, useRef } from 'react';

/** A ref for an element at the end of a list; `onNear` is called when less than a screenful is between it and what is visible. */
export function useNearEnd(onNear: () => void): React.RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return;
    const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && near(), {
      root: scrollerOf(end.current),
      rootMargin: '0px 0px 100% 0px',
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
