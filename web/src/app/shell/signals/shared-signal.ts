import { onSignOut } from '../../../platform/session.ts';
import { dropShared } from '../../../platform/shared.ts';

// The next person does not get what was shared with this one. What was shared before anybody came in waits for them.
onSignOut(() => void dropShared().catch(() => undefined));

/** Lets an installed app be given what others share, and opens what was shared before the person signed in. */
export function watchShared(open: () => void): void {
  // Only the worker of an installed app is given it.
  if (window.matchMedia('(display-mode: standalone)').matches) navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
  if ('caches' in window)
    caches.has('shared').then(
      (is) => is && open(),
      () => undefined,
    );
}
