import { marksMax, pinsMax } from '@balcao/contract/ticket-list-rules';
import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { Viewer } from '@balcao/contract/ticket-rules';
import { ticketMarked } from '../../../../events/tickets.ts';
import { type Ctx, personOf, type Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { findUser } from '../../../company/users/reads.ts';
import { mustSee, viewerOf } from '../reads.ts';
import { lockTicket } from '../store/held.ts';
import { countMarks, holdMarks, saveMark } from '../store/marks.ts';

type Change = { pinned?: boolean | undefined; muted?: boolean | undefined; unread?: boolean | undefined };

/**
 * Pins, mutes or marks a ticket for the caller. ERR_NO_TICKET_FOUND; ERR_TOO_MANY_MARKS when they have as many as they may among the tickets
 * that they see: the others they could not take back.
 */
export function markTicket(ctx: Ctx, ticketId: number, change: Change): Promise<TicketMark> {
  return transaction(ctx, async (ctx) => {
    const actor = personOf(ctx.actor);
    mustSee(actor, await lockTicket(ctx, ticketId));
    if (change.pinned || change.muted || change.unread) {
      const { marks, pins } = await heldMarks(ctx, viewerOf(actor), ticketId);
      if (marks >= marksMax) throw new AppError('ERR_TOO_MANY_MARKS', { max: marksMax });
      if (change.pinned && pins >= pinsMax) throw new AppError('ERR_TOO_MANY_MARKS', { max: pinsMax });
    }
    return markFor(ctx, actor.id, ticketId, change);
  });
}

/** Marks a locked ticket as unread for its agent, unless they have as many marks as they may. */
export async function markForAgent(ctx: Tx, userId: number, ticketId: number): Promise<void> {
  const agent = await findUser(ctx, userId);
  if (!agent) return;
  const { marks } = await heldMarks(ctx, agent, ticketId);
  if (marks < marksMax) await markFor(ctx, userId, ticketId, { unread: true });
}

/** How many active tickets that they see, but for one, a person has marked; nobody adds to them until the transaction ends. */
async function heldMarks(ctx: Tx, viewer: Viewer, butTicketId: number): Promise<{ marks: number; pins: number }> {
  await holdMarks(ctx, viewer.id);
  return countMarks(ctx, viewer, butTicketId);
}

/** Only what is given changes. */
async function markFor(ctx: Tx, userId: number, ticketId: number, { pinned, muted, unread }: Change): Promise<TicketMark> {
  const given = {
    ...(pinned === undefined ? {} : { pinned }),
    ...(muted === undefined ? {} : { muted }),
    ...(unread === undefined ? {} : { unread }),
  };
  const mark = await saveMark(ctx, userId, ticketId, given);
  await ctx.publish(ticketMarked, { mark, userId });
  return mark;
}
