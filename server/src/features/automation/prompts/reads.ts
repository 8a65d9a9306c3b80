import type { Answer } from '@balcao/contract/endpoint';
import { pageSize } from '@balcao/contract/page-rules';
import type { PromptView, promptEndpoints } from '@balcao/contract/prompts';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
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
    const size = pageSize.rest;
    const offset = (query.pageNumber - 1) * size;
    const rows = await listRows(ctx, query.searchParam, size + 1, offset);
    const hasMore = rows.length > size;
    const count = hasMore ? await countPrompts(ctx, query.searchParam) : offset + rows.length;
    return { prompts: rows.slice(0, size).map(promptView), count, hasMore };
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
