import { isAllDone } from '@balcao/contract/first-steps-rules';
import { useEffect, useEffectEvent } from 'react';
import { Navigate } from 'react-router';
import { useFirstSteps, wantsFirstSteps } from '../data/first-steps/queries.ts';
import { useChangeSetting } from '../features/company/settings/mutations.ts';
import { useUser } from '../platform/session.ts';

/** Leads to the daily work; admins of a company that has not answered a customer yet are shown what to do first. */
export function Landing() {
  const wanted = wantsFirstSteps(useUser());
  return wanted ? <NewCompany /> : <Navigate to="/tickets" replace />;
}

function NewCompany() {
  const { data: steps, error } = useFirstSteps();
  const close = useChangeSetting('firstSteps');
  const done = steps !== undefined && isAllDone(steps);
  // If it fails, the next visit tries again.
  const onDone = useEffectEvent(() => close.mutate('closed'));
  useEffect(() => {
    if (done) onDone();
  }, [done]);
  if (steps === undefined && !error) return null;
  return <Navigate to={!steps || steps.answered ? '/tickets' : '/first-steps'} replace />;
}
