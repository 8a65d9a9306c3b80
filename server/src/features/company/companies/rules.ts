// A company's subscription: its last day, the trial, and the limits of its plan. Days are YYYY-MM-DD, so they compare as text.
import { accept, type ErrorCode, refuse, type Verdict } from '@balcao/contract/errors';
import { subscriptionDay, trialDays } from '@balcao/contract/plan-rules';
import { addDays, type LimitedThing, type Subscribed, subscriptionState } from '@balcao/contract/subscription-rules';

/**
 * May this company work, that is sign in and call endpoints? It must be active, and its subscription must not have expired. The last day
 * still counts; without a due date there is no subscription.
 */
export function standingOf(company: Subscribed, today: string): Verdict<null> {
  const state = subscriptionState(company, today);
  if (state === 'active') return accept(null);
  if (state === 'inactive') return refuse('ERR_COMPANY_INACTIVE');
  const { dueDate, graceDays } = company;
  return refuse(
    'ERR_SUBSCRIPTION_EXPIRED',
    state === 'grace' && dueDate ? { dueDate, readOnlyUntil: addDays(dueDate, graceDays) } : { dueDate },
  );
}

/** May its people still look at everything, although the subscription has ended? */
export function isReadOnly(company: Subscribed, today: string): boolean {
  return subscriptionState(company, today) === 'grace';
}

/** The last day of a trial that begins now. */
export function trialEnd(now: Date): string {
  return subscriptionDay(new Date(now.getTime() + trialDays * 86_400_000));
}

const limitErrors: Record<LimitedThing, ErrorCode> = {
  users: 'ERR_PLAN_USERS_LIMIT',
  connections: 'ERR_PLAN_CONNECTIONS_LIMIT',
  queues: 'ERR_PLAN_QUEUES_LIMIT',
};

/** Does the plan allow one more, if there are `count` already? */
export function roomFor(plan: Record<LimitedThing, number>, what: LimitedThing, count: number): Verdict<null> {
  return count < plan[what] ? accept(null) : refuse(limitErrors[what], { limit: plan[what] });
}
