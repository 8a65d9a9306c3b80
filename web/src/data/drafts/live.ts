import { useEffect } from 'react';
import type { Live } from '../../platform/live-cache.ts';
import { onResync } from '../../platform/socket.ts';

// Loaded after the list of conversations stands.
const loaded = () => import('./drafts.ts');
/** What the list shows comes first. */
const pauseMs = 3000;

export const draftsLive: Live = { draft: (_, draft) => void loaded().then(({ applyDraft }) => applyDraft(draft)) };

/** Brings the drafts of this browser and of the server together soon after the line opens. */
export function useDraftSync(): void {
  useEffect(() => {
    let timer: number | undefined;
    const sync = () =>
      loaded()
        .then(({ syncUntilDone }) => syncUntilDone())
        // They are brought together when the line opens again.
        .catch(() => undefined);
    const stop = onResync(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void sync(), pauseMs);
    });
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, []);
}
