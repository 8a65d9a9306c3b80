import type { Answer } from '@balcao/contract/endpoint';
import type { PromptView, promptEndpoints } from '@balcao/contract/prompts';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { spentThisMonth } from '../assistants/actions/budget.ts';
import { countPrompts, findPrompt, listPrompts as listRows } from './store/prompts.ts';
import { promptView } from './view.ts';

/** One page of prompts by name. */
export function listPrompts(
  ctx: Ctx,
  query: { searchParam: string; pageNumber: number },
): Promise<Answer<typeof promptEndpoints.listPrompts>> {
  return reading(ctx, async (ctx) => {
    const { rows, ...page } = await pageOf(
      query.pageNumber,
      (limit, offset) => listRows(ctx, query.searchParam, limit, offset),
      () => countPrompts(ctx, query.searchParam),
    );
    return { prompts: rows.map(promptView), ...page };
  });
}

/** Throws ERR_NO_PROMPT_FOUND. */
export function showPrompt(ctx: Ctx | Tx | Reader, id: number): Promise<PromptView> {
  return reading(ctx, async (ctx) => {
    const row = await findPrompt(ctx, id);
    if (!row) throw new AppError('ERR_NO_PROMPT_FOUND');
    return promptView(row);
  });
}

/** What the company's assistants have spent this month. */
export function showUsage(ctx: Ctx): Promise<Answer<typeof promptEndpoints.showAssistantUsage>> {
  return reading(ctx, spentThisMonth);
}
