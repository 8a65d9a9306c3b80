import { useEffect, useEffectEvent } from 'react';

/** What Escape does, the latest registered last. */
const steps: (() => void)[] = [];
let listening = false;

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
    if (!listening) listen();
    return () => void steps.splice(steps.indexOf(step), 1);
  }, [enabled]);
}

function listen(): void {
  listening = true;
  // Layers close, and what is below them is enabled again, before the event bubbles up to here. So it is noted in the capture phase.
  let noted: (() => void) | undefined;
  const note = (event: KeyboardEvent) => {
    // Looking through a long conversation takes longer than all else that a letter does.
    if (event.key !== 'Escape') return;
    // A menu is looked for by its button: one that is just closing is still on the page for a moment.
    const inLayer = document.querySelector('[role="dialog"], [aria-expanded="true"][aria-haspopup]') !== null;
    noted = inLayer ? undefined : steps.at(-1);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) noted?.();
  };
  window.addEventListener('keydown', note, true);
  window.addEventListener('keydown', onKey);
}
