// The provider as the help calls it: only where an admin switched it on, within the budget, and not too much of it at once.
import type { HelpTask } from '@balcao/contract/inbox-help-rules';
import { ModelFailure } from '../../../../gateways/models/model-failure.ts';
import type { Provider } from '../../../../gateways/models/models.ts';
import type { Outside, Reader } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { limitEach } from '../../../../platform/limit.ts';
import { countSpent, isBudgetSpent } from '../../assistants/actions/budget.ts';
import { findHelp, type HelpRow } from '../store/settings.ts';

export type Line = { row: HelpRow; provider: Provider };

/** What is needed to ask for this. ERR_ASSISTANT_OFF; ERR_ASSISTANT_FAILED (reason: budget) once the tokens of the month are spent. */
export async function lineFor(ctx: Reader, task: HelpTask): Promise<Line> {
  const row = await findHelp(ctx);
  if (!row?.enabled || !row.api_key || !row.tasks.includes(task)) throw new AppError('ERR_ASSISTANT_OFF', { task });
  if (await isBudgetSpent(ctx)) throw new AppError('ERR_ASSISTANT_FAILED', { reason: 'budget' });
  return { row, provider: { baseUrl: row.base_url, apiKey: ctx.secrets.decrypt(row.api_key) } };
}

/** A slow provider must not hold all the requests of a company that are open at once. */
const atOnce = limitEach<number>(6, { waitMs: 5_000, waitingMax: 12, tooLong: () => new AppError('ERR_COMPANY_BUSY') });

/** Calls the provider; what a failure cost is counted. ERR_ASSISTANT_FAILED with its reason; ERR_COMPANY_BUSY where too many wait already. */
export function calling<T>(ctx: Outside, call: () => Promise<T>): Promise<T> {
  return atOnce(ctx.companyId, async () => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      ctx.log.warn({ err: error }, 'the provider could not help a person');
      const { usage } = error;
      if (usage) await transaction(ctx, (ctx) => countSpent(ctx, usage));
      throw new AppError('ERR_ASSISTANT_FAILED', { reason: error.reason });
    }
  });
}
