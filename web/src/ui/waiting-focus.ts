// A button that waits for an answer is disabled, and browsers take the focus from what is disabled.
import { useEffect } from 'react';

/** Gives what waited the focus back that it had, unless something else has it by then; called once, at the top of the app. */
export function useWaitingFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    const focused = ({ target }: FocusEvent) => {
      last = target;
    };
    // Whoever presses the empty page has left it.
    const pressed = ({ target }: PointerEvent) => {
      if (!(last instanceof Node && target instanceof Node && last.contains(target))) last = null;
    };
    const watcher = new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target === last && target instanceof HTMLButtonElement && !target.disabled && document.activeElement === document.body)
          target.focus({ preventScroll: true });
    });
    watcher.observe(document.body, { subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', focused);
    document.addEventListener('pointerdown', pressed);
    return () => {
      watcher.disconnect();
      document.removeEventListener('focusin', focused);
      document.removeEventListener('pointerdown', pressed);
    };
  }, []);
}
