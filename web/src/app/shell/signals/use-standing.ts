import { subscriptionDay } from '@balcao/contract/plan-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { now } from '../../../platform/clock.ts';
import { askAgain } from '../../../platform/live-cache.ts';
import { useUser } from '../../../platform/session.ts';
import { type Standing, standingOf } from './standing.ts';

const lookAgainMs = 10_000;

/**
 * What there is to say about the company's subscription. It ends with a day, while the page stays open: then what is shown is asked for again,
 * and refused where nothing may be read any more.
 */
export function useStanding(): Standing | null {
  const cache = useQueryClient();
  const { company } = useUser();
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = window.setInterval(() => {
      const time = now();
      setAt((known) => (subscriptionDay(new Date(known)) === subscriptionDay(new Date(time)) ? known : time));
    }, lookAgainMs);
    return () => window.clearInterval(timer);
  }, []);
  const standing = standingOf(company, at);
  const state = standing?.state === 'ending' ? 'active' : (standing?.state ?? 'active');
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    // What was read so far may not be shown any more; what is needed to pay comes again.
    void (state === 'expired' ? cache.resetQueries() : askAgain(cache));
  }, [cache, state]);
  return standing;
}
