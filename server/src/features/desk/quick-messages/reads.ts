import type { Answer } from '@balcao/contract/endpoint';
import type { QuickMessageView, quickMessageEndpoints } from '@balcao/contract/quick-messages';
import { mediaLinker } from '../../../gateways/files/signed-url.ts';
import { type Actor, type Ctx, type Reader, type Tx, userIdOf } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { maySee } from './access.ts';
import { countUsable, findQuickMessage, listUsable, type QuickMessageRow } from './store.ts';
import { quickMessageView } from './view.ts';

const suggestedMax = 500;

/** One page of the quick messages that the caller may use, by shortcode. */
export function listQuickMessages(
  ctx: Ctx,
  query: { searchParam: string; pageNumber: number },
): Promise<Answer<typeof quickMessageEndpoints.listQuickMessages>> {
  return reading(ctx, async (ctx) => {
    const userId = userIdOf(ctx.actor) ?? 0;
    const { rows, ...page } = await pageOf(
      query.pageNumber,
      (limit, offset) => listUsable(ctx, userId, { search: query.searchParam, activeOnly: false }, limit, offset),
      () => countUsable(ctx, userId, query.searchParam),
    );
    return { records: rows.map(viewer(ctx)), ...page };
  });
}

/** The active quick messages that the caller may use; at most 500. */
export function suggestQuickMessages(ctx: Ctx): Promise<QuickMessageView[]> {
  return reading(ctx, async (ctx) => {
    const rows = await listUsable(ctx, userIdOf(ctx.actor) ?? 0, { search: '', activeOnly: true }, suggestedMax, 0);
    return rows.map(viewer(ctx));
  });
}

/** Throws ERR_NO_QUICKMESSAGE_FOUND. */
export function showQuickMessage(ctx: Ctx, id: number): Promise<QuickMessageView> {
  return reading(ctx, async (ctx) => viewer(ctx)(mustSee(ctx.actor, await findQuickMessage(ctx, id))));
}

/** The row, if it exists and the caller may see it; else ERR_NO_QUICKMESSAGE_FOUND. */
export function mustSee(actor: Actor, row: QuickMessageRow | null): QuickMessageRow {
  if (!row || !maySee(actor, row)) throw new AppError('ERR_NO_QUICKMESSAGE_FOUND');
  return row;
}

/** Turns rows into views, with links to files. */
export function viewer(ctx: Reader | Tx): (row: QuickMessageRow) => QuickMessageView {
  const path = mediaLinker(ctx);
  return (row) => quickMessageView(row, (key, name) => `${ctx.publicUrl}${path(key, name)}`);
}
