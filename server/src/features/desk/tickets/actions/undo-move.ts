import { undoMove as undoRule } from '@balcao/contract/ticket-move-rules';
import type { TicketView } from '@balcao/contract/tickets';
import type { Ctx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError, must, violatedConstraint } from '../../../../platform/errors.ts';
import { moverOf } from '../access.ts';
import { mustSee } from '../reads.ts';
import { lockTicket } from '../store/held.ts';
import { takeBack } from './change.ts';
import { checkPlace } from './check-place.ts';

/** The caller takes back their own last move. Refuses as the rule does and as `checkPlace`; ERR_NO_TICKET_FOUND; ERR_OTHER_OPEN_TICKET. */
export async function undoMove(ctx: Ctx, ticketId: number): Promise<TicketView> {
  try {
    return await transaction(ctx, async (ctx) => {
      const by = moverOf(ctx.actor);
      const before = await lockTicket(ctx, ticketId);
      // They may have moved it to where they do not see it. Once that can no longer be undone, they are told nothing of it.
      const undoes = by !== null && before.undo?.by === by.id && new Date(before.undo.until) > ctx.now();
      if (!undoes) mustSee(ctx.actor, before);
      const patch = must(undoRule(before, by, ctx.now()));
      await checkPlace(ctx, patch, before);
      return takeBack(ctx, before, patch);
    });
  } catch (error) {
    if (violatedConstraint(error) === 'tickets_active') throw new AppError('ERR_OTHER_OPEN_TICKET');
    throw error;
  }
}
