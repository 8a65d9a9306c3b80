// A company's subscription: its last day, what follows after it, and what it costs. Days are YYYY-MM-DD, so they compare as text.
import type { Recurrence } from './plan-rules.ts';

/** The months that one payment buys. */
export const monthsOf: Record<Recurrence, number> = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 };

/** For how many days after the last one a company may still look, unless its operator says otherwise. */
export const graceDaysDefault = 3;

/** From how many days before the end people are warned: fewer than these. */
export const warningDays = 5;

const dayMs = 86_400_000;

/** How many days `to` is after `from`. */
export function daysFrom(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The same day so many months later; the last of the month if it has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The last day after a payment of so many months: counted from the last day so far, or from today if that is past. */
export function renewed(dueDate: string | null, today: string, months: number): string {
  return addMonths(dueDate === null || dueDate < today ? today : dueDate, months);
}

export type Subscribed = { status: boolean; dueDate: string | null; graceDays: number };

/**
 * `active`; `grace`: it has ended, but its people may still look at everything; `expired`: they may only pay; `inactive`: switched off by the
 * operator. The last day still counts. Without one there is no subscription.
 */
export type SubscriptionState = 'active' | 'grace' | 'expired' | 'inactive';

export function subscriptionState({ status, dueDate, graceDays }: Subscribed, today: string): SubscriptionState {
  if (!status) return 'inactive';
  if (dueDate === null) return 'expired';
  if (today <= dueDate) return 'active';
  return today <= addDays(dueDate, graceDays) ? 'grace' : 'expired';
}

/** How operators see that a company's last day is near: by days to it. */
export function dueTint(dueDate: string | null, today: string): 'soon' | 'now' | 'over' | null {
  if (dueDate === null) return null;
  const days = daysFrom(today, dueDate);
  if (days === 5) return 'soon';
  if (days >= -3 && days <= 4) return 'now';
  return days === -4 ? 'over' : null;
}

/** A price in BRL as whole cents. */
export function centsOf(value: number): number {
  return Math.round(Number((value * 100).toFixed(4)));
}

/** Cents as the amounts of payment providers: digits, a point, two digits. */
export function amountText(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** The cents of such an amount; null for anything else. */
export function centsFromText(text: string): number | null {
  const [, whole, part = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** What one payment of this plan costs, in cents. */
export function priceOf(plan: { value: number }, recurrence: Recurrence): number {
  return centsOf(plan.value) * monthsOf[recurrence];
}

export const limitedThings = ['users', 'connections', 'queues'] as const;
export type LimitedThing = (typeof limitedThings)[number];

/** What a company has more of than the plan allows. It stays; nothing is added until there is room again. */
export function aboveLimits(plan: Record<LimitedThing, number>, has: Record<LimitedThing, number>): LimitedThing[] {
  return limitedThings.filter((thing) => has[thing] > plan[thing]);
}
