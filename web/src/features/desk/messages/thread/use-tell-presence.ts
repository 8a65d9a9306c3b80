import { type PresenceState, presenceEveryMs, writingLastsMs } from '@balcao/contract/presence-rules';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api } from '../../../../platform/api.ts';
import { sessionToken, useUser } from '../../../../platform/session.ts';
import { onResync, useLive } from '../../../../platform/socket.ts';

/**
 * Tells colleagues that this person looks at a conversation, while its tab is visible, and that they write in it. Whoever arrives is told at
 * once who is there, and so is whoever has a line again. Failures are ignored: it is repeated.
 */
export function useTellPresence(ticketId: number): { writing: () => void; paused: () => void } {
  const user = useUser();
  const state = useRef<PresenceState>('viewing');
  const timer = useRef<number | undefined>(undefined);
  const tell = (next: PresenceState, arrived = false) => {
    if (sessionToken() === null) return;
    void api('POST /v1/tickets/:ticketId/presence', { params: { ticketId }, body: { state: next, arrived } }).catch(() => undefined);
  };
  const change = (next: PresenceState) => {
    if (state.current === next) return;
    state.current = next;
    tell(next);
  };
  const paused = () => {
    window.clearTimeout(timer.current);
    if (state.current === 'typing') change('viewing');
  };
  const writing = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(paused, writingLastsMs);
    change('typing');
  };
  useLive('presence', (news) => {
    if (news.ticketId === ticketId && news.arrived && news.user.id !== user.id && state.current !== 'away') tell(state.current);
  });
  const begin = useEffectEvent(() => {
    state.current = 'viewing';
    tell('viewing', true);
  });
  const end = useEffectEvent(() => {
    window.clearTimeout(timer.current);
    change('away');
  });
  const repeat = useEffectEvent(() => state.current !== 'away' && tell(state.current));
  const hearAgain = useEffectEvent(() => state.current !== 'away' && tell(state.current, true));
  // Until the line stands, nobody's answer to an arrival is heard.
  useEffect(() => onResync(() => hearAgain()), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is begun anew.
  useEffect(() => {
    const look = () => (document.visibilityState === 'visible' ? begin() : end());
    state.current = 'away';
    if (document.visibilityState === 'visible') begin();
    document.addEventListener('visibilitychange', look);
    const every = window.setInterval(() => repeat(), presenceEveryMs);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.clearInterval(every);
      end();
    };
  }, [ticketId]);
  return { writing, paused };
}
