import { useSyncExternalStore } from 'react';

/** Below this width the layout is for phones: cards instead of tables, sheets instead of dialogs. */
export const phoneQuery = '(max-width: 599px)';

/** A phone that lies on its side. */
const lying = '(pointer: coarse) and (max-height: 480px) and (max-width: 959px)';

/** List and conversation are two screens. Style sheets of the inbox say the same. */
export const onePaneQuery = `(max-width: 819px), ${lying}`;

/** The height is for the messages: a conversation is without menu and top bar. */
export const bareQuery = `${phoneQuery}, ${lying}`;

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
