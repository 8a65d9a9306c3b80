import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Moves the focus to the title of a page that was opened, so that screen readers announce it and the keyboard starts there. */
export function useRouteFocus(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const area = useLocation().pathname.split('/')[1];
  const shown = useRef(area);
  useEffect(() => {
    if (shown.current === area) return;
    shown.current = area;
    main.current?.scrollTo(0, 0);
    const title = main.current?.querySelector<HTMLElement>('[data-page-title]');
    (title ?? main.current)?.focus({ preventScroll: true });
  }, [area]);
  return main;
}
