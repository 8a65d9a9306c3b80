import type { Recurrence } from '@balcao/contract/plan-rules';
import { recurrences } from '@balcao/contract/plan-rules';
import { addDays, priceOf } from '@balcao/contract/subscription-rules';

/** How many days before the last one the next invoice is made. */
export const daysAhead = 20;

/** Is the invoice for this last day to be made now? `today` is the company's own. */
export function isTime(dueDate: string, today: string): boolean {
  return dueDate < addDays(today, daysAhead);
}

export function recurrenceOf(text: string): Recurrence {
  return recurrences.find((each) => each === text) ?? 'MENSAL';
}

/** What an invoice says and costs. */
export function termsOf(plan: { id: number; name: string; value: number }, recurrence: Recurrence) {
  return { detail: plan.name, plan_id: plan.id, recurrence, value_cents: priceOf(plan, recurrence) };
}

/**
 * What becomes of an unpaid invoice when its company has changed: `gone` if the subscription already goes further, `price` if it is for other
 * terms than it says.
 */
export function afterChange(
  invoice: { dueDate: string; planId: number; recurrence: string },
  company: { dueDate: string | null; planId: number | null; recurrence: string },
): 'stays' | 'gone' | 'price' {
  if (company.dueDate !== null && company.dueDate > invoice.dueDate) return 'gone';
  if (company.planId === null) return 'stays';
  return company.planId === invoice.planId && recurrenceOf(company.recurrence) === invoice.recurrence ? 'stays' : 'price';
}
