// What makes the list better, but not usable: it is loaded once the list stands, so that it takes nothing from those who wait for it.
import { type ComponentType, lazy, useEffect, useState } from 'react';
import { untilLineIsNotDown } from '../../../../platform/socket.ts';

let isStanding = false;
let stand: () => void = () => undefined;
const standing = new Promise<void>((resolve) => {
  stand = () => {
    isStanding = true;
    resolve();
  };
});
const restMs = 2500;

/** As `lazy`, after the list stands, when it can come. If it cannot be had, the list is without it. */
export function lazyAfter<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    await standing;
    await untilLineIsNotDown();
    return { default: await load().catch((): ComponentType<Props> => () => null) };
  });
}

/** Whether the list stands: some time after its rows are there, or when the person reaches for something. */
export function useStanding(loaded: boolean): boolean {
  const [is, set] = useState(isStanding);
  useEffect(() => {
    if (is) return;
    const now = () => {
      stand();
      set(true);
    };
    const timer = loaded ? window.setTimeout(now, restMs) : undefined;
    const signs = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const sign of signs) window.addEventListener(sign, now, { once: true });
    return () => {
      window.clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, now);
    };
  }, [is, loaded]);
  return is;
}
