import { useEffect } from 'react';

/** Less than this is the bar of a browser, not a keyboard. */
const keyboardPx = 120;

/**
 * Keeps `--visible-h` at what a keyboard on the screen leaves of the page, while there is one. Most browsers make the page smaller
 * themselves (`interactive-widget` in index.html); Safari moves it out of sight instead, with its header.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const root = document.documentElement;
    const follow = () => {
      // Enlarged with two fingers, one sees a part of the page for another reason.
      const covered = seen.scale < 1.01 && window.innerHeight - seen.height > keyboardPx;
      if (covered) {
        root.style.setProperty('--visible-h', `${Math.round(seen.height)}px`);
        window.scrollTo(0, 0);
      } else root.style.removeProperty('--visible-h');
    };
    seen.addEventListener('resize', follow);
    return () => {
      seen.removeEventListener('resize', follow);
      root.style.removeProperty('--visible-h');
    };
  }, []);
}
