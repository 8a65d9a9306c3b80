// What the company's assistants may spend with their providers in a month.
import type { Reader, Tx } from '../../../../platform/context.ts';
import { keptSettingsOf } from '../../../company/settings/reads.ts';
import { monthOf } from '../rules.ts';
import { addSpent, findSpent, type Spent } from '../store/usage.ts';

/** Counts what a call cost. */
export async function countSpent(ctx: Tx, usage: { promptTokens: number; completionTokens: number }): Promise<void> {
  const { timeZone } = await keptSettingsOf(ctx);
  await addSpent(ctx, monthOf(ctx.now(), timeZone), { calls: 1, ...usage });
}

/** What was spent this month, and the budget; 0 is no limit. */
export async function spentThisMonth(ctx: Reader | Tx): Promise<Spent & { month: string; budget: number }> {
  const { timeZone, assistantTokensPerMonth } = await keptSettingsOf(ctx);
  const month = monthOf(ctx.now(), timeZone);
  return { ...(await findSpent(ctx, month)), month, budget: Number(assistantTokensPerMonth) };
}

/** Is the budget of this month spent? Calls that run at once may exceed it by what they cost. */
export async function isBudgetSpent(ctx: Reader | Tx): Promise<boolean> {
  const { budget, promptTokens, completionTokens } = await spentThisMonth(ctx);
  return budget > 0 && promptTokens + completionTokens >= budget;
}
