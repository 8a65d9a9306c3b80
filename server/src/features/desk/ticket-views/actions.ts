import { viewsMax } from '@balcao/contract/ticket-view-rules';
import type { TicketListView } from '@balcao/contract/ticket-views';
import { ticketViewChanged, ticketViewDeleted } from '../../../events/ticket-views.ts';
import { type Ctx, personOf, type Tx } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { AppError, refusingDuplicates } from '../../../platform/errors.ts';
import { mayChange } from './access.ts';
import { mustSee } from './reads.ts';
import { countViews, insertView, lockView, removePrivateViews, removeView, saveView, type TicketViewRow } from './store.ts';
import { ticketListView } from './view.ts';

export type TicketViewInput = {
  name: string;
  shared?: boolean | undefined;
  place?: number | undefined;
  filter: TicketListView['filter'];
};

const taken = { ticket_views_name: 'ERR_TICKET_VIEW_NAME_TAKEN' } as const;

/** Saves a view of the caller. ERR_TICKET_VIEW_NAME_TAKEN if they have one of this name; ERR_TOO_MANY_TICKET_VIEWS. */
export function createTicketView(ctx: Ctx, input: TicketViewInput): Promise<TicketListView> {
  return refusingDuplicates(taken, () =>
    transaction(ctx, async (ctx) => {
      const { id: userId } = personOf(ctx.actor);
      const shared = input.shared ?? false;
      const { own } = await assertRoom(ctx, userId, { own: 1, shared: shared ? 1 : 0 });
      const at = ctx.now();
      const row = await insertView(ctx, {
        user_id: userId,
        name: input.name,
        shared,
        place: input.place ?? own,
        filter: JSON.stringify(input.filter),
        created_at: at,
        updated_at: at,
      });
      return announce(ctx, row, false);
    }),
  );
}

/** Changes the given fields; the author stays. ERR_NO_TICKET_VIEW_FOUND, ERR_NO_PERMISSION, and as `createTicketView`. */
export function updateTicketView(ctx: Ctx, id: number, input: Partial<TicketViewInput>): Promise<TicketListView> {
  return refusingDuplicates(taken, () =>
    transaction(ctx, async (ctx) => {
      const before = await lockChangeable(ctx, id);
      if (input.shared && !before.shared) await assertRoom(ctx, before.user_id, { own: 0, shared: 1 });
      const { name, shared, place } = input;
      const filter = input.filter && JSON.stringify(input.filter);
      return announce(ctx, await saveView(ctx, id, { name, shared, place, filter, updated_at: ctx.now() }), before.shared);
    }),
  );
}

/** Removes a view. ERR_NO_TICKET_VIEW_FOUND, ERR_NO_PERMISSION. */
export function deleteTicketView(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { user_id: userId, shared } = await lockChangeable(ctx, id);
    await removeView(ctx, id);
    await ctx.publish(ticketViewDeleted, { ticketViewId: id, userId, shared });
  });
}

/** The user is gone: their views go too, except shared ones. */
export function removePrivateOf(ctx: Ctx, userId: number): Promise<void> {
  return transaction(ctx, (ctx) => removePrivateViews(ctx, userId));
}

async function assertRoom(ctx: Tx, userId: number, more: { own: number; shared: number }): Promise<{ own: number }> {
  const { own, shared } = await countViews(ctx, userId);
  const full = (more.own > 0 && own >= viewsMax) || (more.shared > 0 && shared >= viewsMax);
  if (full) throw new AppError('ERR_TOO_MANY_TICKET_VIEWS', { max: viewsMax });
  return { own };
}

async function lockChangeable(ctx: Tx, id: number): Promise<TicketViewRow> {
  const row = mustSee(ctx.actor, await lockView(ctx, id));
  if (!mayChange(ctx.actor, row)) throw new AppError('ERR_NO_PERMISSION');
  return row;
}

async function announce(ctx: Tx, row: TicketViewRow, wasShared: boolean): Promise<TicketListView> {
  const view = ticketListView(row);
  await ctx.publish(ticketViewChanged, { view, wasShared });
  return view;
}
