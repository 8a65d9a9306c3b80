import { typingEveryMs } from '@balcao/contract/message-rules';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api } from '../../../platform/api.ts';
import { now } from '../../../platform/clock.ts';

/** Whoever writes nothing for so long has stopped. */
const idleMs = 5_000;

/**
 * Shows the customer that somebody is writing: at once, again every ten seconds while it goes on, and that it ended. Nobody needs to know
 * when this fails.
 */
export function useTellTyping(ticketId: number, enabled: boolean): { typed: () => void; stopped: () => void } {
  const toldAt = useRef<number | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const tell = (on: boolean) => {
    toldAt.current = on ? now() : null;
    void api('POST /v1/tickets/:ticketId/typing', { params: { ticketId }, body: { on } }).catch(() => undefined);
  };
  const stopped = () => {
    window.clearTimeout(timer.current);
    if (toldAt.current !== null) tell(false);
  };
  const typed = () => {
    if (!enabled) return;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(stopped, idleMs);
    if (toldAt.current === null || now() - toldAt.current >= typingEveryMs) tell(true);
  };
  const leave = useEffectEvent(stopped);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever goes to another conversation has stopped in this one.
  useEffect(() => () => leave(), [ticketId]);
  return { typed, stopped };
}
