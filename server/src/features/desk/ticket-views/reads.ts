import type { AnswerOf } from '@balcao/contract';
import { listingOf, viewsMax } from '@balcao/contract/ticket-view-rules';
import type { TicketListView } from '@balcao/contract/ticket-views';
import { type Actor, type Ctx, type Reader, userIdOf } from '../../../platform/context.ts';
import { reading, searching } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { countListing } from '../tickets/reads.ts';
import { maySee } from './access.ts';
import { listViews, type TicketViewRow } from './store.ts';
import { ticketListView } from './view.ts';

/** The caller's views, and those that others share. */
export function listTicketViews(ctx: Ctx): Promise<TicketListView[]> {
  return reading(ctx, async (ctx) => (await viewsOf(ctx)).map(ticketListView));
}

/** How many tickets the caller sees in each; null for a search of words, which takes too long to be asked for so often. */
export function countTicketViews(ctx: Ctx): Promise<AnswerOf<'GET /v1/ticket-views/counts'>> {
  return searching(ctx, async (ctx) => {
    const counts: AnswerOf<'GET /v1/ticket-views/counts'> = [];
    for (const { id, filter } of (await viewsOf(ctx)).map(ticketListView)) {
      const { searchParam, order, ...listing } = listingOf(filter);
      counts.push({ id, count: searchParam === '' ? await countListing(ctx, listing) : null });
    }
    return counts;
  });
}

function viewsOf(ctx: Reader): Promise<TicketViewRow[]> {
  return listViews(ctx, userIdOf(ctx.actor) ?? 0, 2 * viewsMax);
}

/** The row, if it exists and the caller may see it; else ERR_NO_TICKET_VIEW_FOUND. */
export function mustSee(actor: Actor, row: TicketViewRow | null): TicketViewRow {
  if (!row || !maySee(actor, row)) throw new AppError('ERR_NO_TICKET_VIEW_FOUND');
  return row;
}
