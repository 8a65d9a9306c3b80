// A company's subscription: its last day, the trial, and the room its plan gives. Days are YYYY-MM-DD, so they compare as text.
import { accept, type ErrorCode, refuse, type Verdict } from '@balcao/contract/errors';
import { subscriptionDay, trialDays } from '@balcao/contract/plan-rules';

/**
 * May this company work: sign in, and call? It must be switched on, and its subscription run. The last day still counts; without one
 * there is no subscription.
 */
export function standingOf(company: { status: boolean; dueDate: string | null }, today: string): Verdict<null> {
  if (!company.status) return refuse('ERR_COMPANY_INACTIVE');
  if (company.dueDate === null || company.dueDate < today) return refuse('ERR_SUBSCRIPTION_EXPIRED', { dueDate: company.dueDate });
  return accept(null);
}

/** The last day of a trial that begins now. */
export function trialEnd(now: Date): string {
  return subscriptionDay(new Date(now.getTime() + trialDays * 86_400_000));
}

export type Limited = 'users' | 'connections' | 'queues';

const limitErrors: Record<Limited, ErrorCode> = {
  users: 'ERR_PLAN_USERS_LIMIT',
  connections: 'ERR_PLAN_CONNECTIONS_LIMIT',
  queues: 'ERR_PLAN_QUEUES_LIMIT',
};

/** Has the plan room for one more, when there are `count`? */
export function roomFor(plan: Record<Limited, number>, what: Limited, count: number): Verdict<null> {
  return count < plan[what] ? accept(null) : refuse(limitErrors[what], { limit: plan[what] });
}
