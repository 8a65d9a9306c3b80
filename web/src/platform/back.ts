// Going back in the browser closes what lies over the page before it leaves the page: on phones it is what Escape is elsewhere.
import { useEffectEvent, useLayoutEffect } from 'react';

type Layer = { close: () => void; at: number | null };

const layers: Layer[] = [];
/** What is closed once the browser is again where it was. */
let closing: (() => void) | null = null;

/** While `open`, going back runs `close` instead. With several, only the one opened last runs. */
export function useBack(close: () => void, open = true): void {
  const latest = useEffectEvent(close);
  // Before anything else happens: who goes back twice in a moment closes two.
  useLayoutEffect(() => {
    if (!open) return;
    const layer = { close: () => latest(), at: placeOf(window.history.state) };
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [open]);
}

/** How far an entry of the history is from the first; null if it is not the router's. */
function placeOf(state: unknown): number | null {
  const place = (state as { idx?: unknown } | null)?.idx;
  return typeof place === 'number' ? place : null;
}

function onPop(event: PopStateEvent): void {
  if (closing) {
    event.stopImmediatePropagation();
    closing();
    closing = null;
    return;
  }
  const [top, to] = [layers.at(-1), placeOf(event.state)];
  if (!top || top.at === null || to === null || to >= top.at) return;
  // The router must not hear of it.
  event.stopImmediatePropagation();
  closing = top.close;
  window.history.go(top.at - to);
}

/** To be called before the router listens: of those who hear of it at the window, the first is asked first. */
export function listenForBack(): void {
  window.addEventListener('popstate', onPop);
}
