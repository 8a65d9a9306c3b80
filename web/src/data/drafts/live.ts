import { useEffect } from 'react';
import type { Live } from '../../platform/live-cache.ts';
import { onResync } from '../../platform/socket.ts';

// Loaded after the list of conversations stands.
const loaded = () => import('./drafts.ts');
/** What the list shows comes first, unless somebody is about to write. */
const pauseMs = 3000;
let timer: number | undefined;
let hurried = false;
let asked = false;

export const draftsLive: Live = { draft: (_, draft) => void loaded().then(({ applyDraft }) => applyDraft(draft)) };

/** Brings the drafts of this browser and of the server together soon after the line opens. */
export function useDraftSync(): void {
  useEffect(() => {
    const stop = onResync(() => {
      stopWaiting();
      timer = window.setTimeout(sync, hurried && !asked ? 0 : pauseMs);
    });
    return () => {
      stopWaiting();
      stop();
      [hurried, asked] = [false, false];
    };
  }, []);
}

/** A conversation is open: what the person began elsewhere should be there before they type. Once it is, a new line changes little. */
export function hurryDrafts(): void {
  hurried = true;
  if (timer !== undefined && !asked) sync();
}

function sync(): void {
  stopWaiting();
  asked = true;
  void loaded()
    .then(({ syncUntilDone }) => syncUntilDone())
    // They are brought together when the line opens again.
    .catch(() => undefined);
}

function stopWaiting(): void {
  window.clearTimeout(timer);
  timer = undefined;
}
