import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After going to another page the focus is on its title, so that screen readers say it and the keyboard starts there. */
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
