// A network can swallow packets without closing anything. So whoever looks at the page asks the server when nothing came for a moment.

/** After so long without a word the server is asked; after so long without an answer it is silent; after so long it is given up. */
const [askAfterMs, silentAfterMs, lostAfterMs] = [2000, 2000, 12_000];
const everyMs = 500;

export type SilenceWatch = {
  /** Something came from the server. */
  heard: () => void;
  stop: () => void;
};

/** Watches a line while the page is visible. `ask` sends a question; its answer is to call `heard`. */
export function watchSilence({
  ask,
  onSilent,
  onHeard,
  onLost,
}: {
  ask: (heard: () => void) => unknown;
  onSilent: () => unknown;
  onHeard: () => unknown;
  onLost: () => unknown;
}): SilenceWatch {
  let heardAt = performance.now();
  let askedAt: number | null = null;
  const heard = () => {
    heardAt = performance.now();
    askedAt = null;
    onHeard();
  };
  const look = () => {
    // Timers of hidden pages run late, which would look like silence.
    if (document.visibilityState === 'hidden') {
      askedAt = null;
      return;
    }
    const at = performance.now();
    if (askedAt === null) {
      if (at - heardAt < askAfterMs) return;
      askedAt = at;
      ask(heard);
    } else if (at - askedAt >= lostAfterMs) {
      askedAt = null;
      onLost();
    } else if (at - askedAt >= silentAfterMs) onSilent();
  };
  const timer = window.setInterval(look, everyMs);
  return { heard, stop: () => window.clearInterval(timer) };
}
