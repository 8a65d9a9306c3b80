import { isAt, type Move, moveTicket as moveRule } from '@balcao/contract/ticket-move-rules';
import type { TicketView } from '@balcao/contract/tickets';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError, must, violatedConstraint } from '../../../../platform/errors.ts';
import { getConnection } from '../../../company/connections/reads.ts';
import { queueIfThere } from '../../../company/queues/actions.ts';
import { moverOf } from '../access.ts';
import { mustSee } from '../reads.ts';
import { type HeldTicket, lockTicket } from '../store/held.ts';
import { changeTicket, type Told } from './change.ts';
import { checkAssistant, checkPlace } from './check-place.ts';

/** Accepts, returns, resolves, reopens or transfers; `told` is told with it in the conversation. Refuses as the rule does, as `checkPlace` and as `checkAssistant`; ERR_OTHER_OPEN_TICKET. */
export async function moveTicket(ctx: Ctx | Tx, ticketId: number, move: Move, told: Told = {}): Promise<TicketView> {
  try {
    return await transaction(ctx, async (ctx) => moveHeldTicket(ctx, await lockTicket(ctx, ticketId), move, told));
  } catch (error) {
    // Reopened, or moved to another connection, while the contact has an active ticket there.
    if (violatedConstraint(error) === 'tickets_active') throw new AppError('ERR_OTHER_OPEN_TICKET');
    throw error;
  }
}

/** As `moveTicket`, for who holds the ticket and knows how it stands. ERR_TICKET_CANNOT_MOVE for a note where nothing moves. */
export async function moveHeldTicket(ctx: Tx, before: HeldTicket, move: Move, told: Told = {}): Promise<TicketView> {
  mustSee(ctx.actor, before);
  const reopened = before.status === 'closed' && move.status !== undefined && move.status !== 'closed';
  const stays = move.queueId === undefined || move.queueId === before.queueId;
  const queueId = reopened && stays ? await queueIfThere(ctx, before.queueId) : move.queueId;
  const patch = must(moveRule(before, { ...move, queueId }, moverOf(ctx.actor), ctx.now()));
  const after = { ...before, ...patch };
  // What somebody says to a move would be told nowhere.
  if (told.note && isAt(before, after) && before.connectionId === after.connectionId)
    throw new AppError('ERR_TICKET_CANNOT_MOVE', { from: before.status, to: after.status });
  await checkPlace(ctx, after, before);
  await checkAssistant(ctx, move);
  if (after.connectionId !== null && after.connectionId !== before.connectionId) await getConnection(ctx, after.connectionId);
  return changeTicket(ctx, before, patch, told);
}
