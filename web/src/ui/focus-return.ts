import { useLayoutEffect, useState } from 'react';

/** Who should have the focus back, while one layer takes the place of another. */
let waiting: readonly HTMLElement[] = [];

/**
 * Gives the focus back to whoever opened a layer. Mantine does so for a layer that is told to close, but ours are taken away whole.
 * Nothing happens when the focus has found another place by then.
 */
export function useFocusReturn(): void {
  // Once the layer is there, a menu it was chosen from may be gone.
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

/** The item of a menu goes away with it, so the button of the menu stands for it. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menu ? document.getElementById(menu) : element;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
