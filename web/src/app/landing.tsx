import { isAllDone } from '@balcao/contract/first-steps-rules';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useLocation, useNavigationType } from 'react-router';
import { useFirstSteps, wantsFirstSteps } from '../data/first-steps/queries.ts';
import { useChangeSetting } from '../features/company/settings/mutations.ts';
import { can, useUser } from '../platform/session.ts';

/**
 * The dashboard for those who may see it, the daily work for others; admins of a company that has not answered a customer yet are shown what
 * to do first, unless they follow a link to the dashboard or come back to it.
 */
export function Landing({ dashboard }: { dashboard: ReactNode }) {
  const user = useUser();
  // Signing in replaces the address, and one that was typed has no key yet. Asked once: a period that is chosen replaces the address, too.
  const replaced = useNavigationType() === 'REPLACE';
  const typed = useLocation().key === 'default';
  const [isLed] = useState(replaced || typed);
  if (!can(user, 'dashboard:view')) return <Navigate to="/tickets" replace />;
  return isLed && wantsFirstSteps(user) ? <NewCompany dashboard={dashboard} /> : dashboard;
}

function NewCompany({ dashboard }: { dashboard: ReactNode }) {
  const { data: steps, error } = useFirstSteps();
  const close = useChangeSetting('firstSteps');
  const done = steps !== undefined && isAllDone(steps);
  // If it fails, the next visit tries again.
  const onDone = useEffectEvent(() => close.mutate('closed'));
  useEffect(() => {
    if (done) onDone();
  }, [done]);
  if (steps === undefined && !error) return null;
  return !steps || steps.answered ? dashboard : <Navigate to="/first-steps" replace />;
}
