import { subscriptionDay } from '@balcao/contract/plan-rules';
import { daysFrom, type SubscriptionState, subscriptionState, warningDays } from '@balcao/contract/subscription-rules';
import type { SessionUser } from '@balcao/contract/users';

const trialWarningDays = 2;

export type Standing = { state: 'ending'; days: number } | { state: Exclude<SubscriptionState, 'active'> };

/** What there is to say about a company's subscription; null if it goes on. */
export function standingOf(company: SessionUser['company'], at: number): Standing | null {
  const today = subscriptionDay(new Date(at));
  const state = subscriptionState(company, today);
  if (state !== 'active') return { state };
  const { dueDate, trialExpiration } = company;
  const days = daysFrom(today, dueDate ?? today);
  // A trial lasts only a few days; it is spoken of when it is about to end.
  return days < (trialExpiration === dueDate ? trialWarningDays : warningDays) ? { state: 'ending', days } : null;
}
