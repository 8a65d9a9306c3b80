// What must be asked until it is answered: the moment after a restart, when everybody asks at once, is the one in which a server refuses.
import { ApiError, isPassing } from './api.ts';

const longestPauseMs = 30_000;

/**
 * Runs `ask` now and again, after pauses that grow, until it answers true or fails with something that does not pass. Answers a function that
 * stops it.
 */
export function untilDone(ask: () => Promise<boolean>, pauseMs = 500): () => void {
  let timer: number | undefined;
  let stopped = false;
  const attempt = async (pause: number) => {
    const isDone = await ask().catch((error: unknown) => !(error instanceof ApiError && isPassing(error)));
    if (!isDone && !stopped) timer = window.setTimeout(() => void attempt(Math.min(2 * pause, longestPauseMs)), pause);
  };
  void attempt(pauseMs);
  return () => {
    stopped = true;
    window.clearTimeout(timer);
  };
}

/** As `untilDone`, while the tab is visible, and begun anew whenever it is again. */
export function untilDoneWhileVisible(ask: () => Promise<boolean>): () => void {
  let end = () => {};
  const look = () => {
    end();
    if (document.visibilityState === 'visible') end = untilDone(ask);
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    end();
  };
}
