import { useLayoutEffect, useState } from 'react';

/** The element that gets the focus back, while one layer replaces another. */
let waiting: readonly HTMLElement[] = [];

/**
 * Returns the focus to the element that opened a layer. Mantine does this only for a layer that is told to close, but ours are unmounted.
 * Does nothing if the focus has moved elsewhere by then.
 */
export function useFocusReturn(): void {
  // By the time the layer opens, the menu it was chosen from may be gone.
  const [opener] = useState(() => openerOf(document.activeElement));
  useLayoutEffect(() => {
    const openers = opener ? [opener, ...waiting] : waiting;
    return () => {
      waiting = openers;
      setTimeout(() => {
        if (waiting === openers) waiting = [];
        if (document.activeElement === document.body) openers.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
      });
    };
  }, [opener]);
}

/** A menu item disappears with its menu, so the menu's button is used instead. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menu ? document.getElementById(menu) : element;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
