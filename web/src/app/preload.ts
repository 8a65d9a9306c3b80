import { matchPath } from 'react-router';
import { lazyPage } from '../platform/lazy-part.ts';
import { type PageEntry, pages } from './pages.ts';

/** The frame around the pages. */
export const shell = lazyPage(async () => (await import('./shell/shell.tsx')).Shell);

/**
 * Begins to load the frame and the page of an address before they are shown: while the session is being checked, or while somebody who will
 * go to the conversations types their password.
 */
export function preloadPage(path: string): void {
  const asked = Object.values<PageEntry>(pages).find((page) => matchPath(page.path, path)) ?? pages.tickets;
  // If it fails, opening the page tries again and says so.
  for (const load of [shell.load, asked.built?.load]) load?.().catch(() => undefined);
}
