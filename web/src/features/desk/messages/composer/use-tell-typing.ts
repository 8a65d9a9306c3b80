import { typingEveryMs } from '@balcao/contract/message-rules';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api } from '../../../../platform/api.ts';
import { now } from '../../../../platform/clock.ts';
import { sessionToken } from '../../../../platform/session.ts';

/** After this pause, the person counts as having stopped typing. */
const idleMs = 5_000;

/**
 * Tells the customer that the agent is typing: at once, every ten seconds while it lasts, and when it ends. Failures are ignored.
 */
export function useTellTyping(ticketId: number, enabled: boolean): { typed: () => void; stopped: () => void } {
  const toldAt = useRef<number | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const tell = (on: boolean) => {
    toldAt.current = on ? now() : null;
    // Signing out ends typing, too, but then nobody is left to say so.
    if (sessionToken() === null) return;
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening another conversation ends typing in this one.
  useEffect(() => () => leave(), [ticketId]);
  return { typed, stopped };
}
