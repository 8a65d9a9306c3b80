import type { Answer } from '@balcao/contract/endpoint';
import { helpLimits } from '@balcao/contract/help-rules';
import type { HelpView, helpEndpoints } from '@balcao/contract/helps';
import type { Base } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { countHelps, findHelp, type HelpRow, listHelpRows } from './store.ts';
import { helpView } from './view.ts';

/** One page, by title. */
export function listHelps(ctx: Base, query: { searchParam: string; pageNumber: number }): Promise<Answer<typeof helpEndpoints.listHelps>> {
  return platformTransaction(ctx, async (ctx) => {
    const { rows, ...page } = await pageOf(
      query.pageNumber,
      (limit, offset) => listHelpRows(ctx, query.searchParam, limit, offset),
      () => countHelps(ctx, query.searchParam),
    );
    return { records: rows.map(helpView), ...page };
  });
}

/** All of them, by title. */
export function listAllHelps(ctx: Base): Promise<HelpView[]> {
  return platformTransaction(ctx, async (ctx) => (await listHelpRows(ctx, '', helpLimits.listMax, 0)).map(helpView));
}

/** Throws ERR_NO_HELP_FOUND. */
export function showHelp(ctx: Base, id: number): Promise<HelpView> {
  return platformTransaction(ctx, async (ctx) => helpView(mustBeThere(await findHelp(ctx, id))));
}

/** The row, if there is one; else ERR_NO_HELP_FOUND. */
export function mustBeThere(row: HelpRow | null): HelpRow {
  if (!row) throw new AppError('ERR_NO_HELP_FOUND');
  return row;
}
