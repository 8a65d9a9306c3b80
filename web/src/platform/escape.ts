import { useEffect, useEffectEvent } from 'react';

/** What Escape does, the latest registered last. */
const steps: (() => void)[] = [];
let stop: (() => void) | null = null;

/**
 * While `enabled`, Escape runs `run`. With several, only the one enabled last runs. An open dialog or menu comes before all of them, and
 * closes by itself.
 */
export function useEscape(run: () => void, enabled: boolean): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    if (!enabled) return;
    const step = () => latest();
    steps.push(step);
    stop ??= listen();
    return () => {
      steps.splice(steps.indexOf(step), 1);
      if (steps.length > 0) return;
      stop?.();
      stop = null;
    };
  }, [enabled]);
}

function listen(): () => void {
  // Layers close before the event bubbles up to here, so what was open is noted in the capture phase.
  let inLayer = false;
  const note = () => {
    inLayer = document.querySelector('[role="dialog"], [role="menu"], [aria-expanded="true"][aria-haspopup]') !== null;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && !inLayer) steps.at(-1)?.();
  };
  window.addEventListener('keydown', note, true);
  window.addEventListener('keydown', onKey);
  return () => {
    window.removeEventListener('keydown', note, true);
    window.removeEventListener('keydown', onKey);
  };
}
