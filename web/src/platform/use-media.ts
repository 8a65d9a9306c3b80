import { useSyncExternalStore } from 'react';

/** Below this width the layout is for phones: cards instead of tables, sheets instead of dialogs. */
export const phoneQuery = '(max-width: 599px)';

/** Does the screen match a media query? */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
