import { moveTicket as moveRule } from '@balcao/contract/ticket-move-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { ticketHanded, ticketTold } from '../../../../../events/tickets.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { AppError, must } from '../../../../../platform/errors.ts';
import { findAndLock, type HeldTicket } from '../../store/held.ts';
import { changeTicket } from '../change.ts';
import { checkPlace } from '../check-place.ts';

/**
 * A rule gives a ticket that waits for a person in this queue to somebody; null if it no longer does. The conversation tells of it, and so is the
 * person. ERR_USER_NOT_IN_QUEUE, ERR_NO_USER_FOUND.
 */
export async function assignWaiting(ctx: Tx, ticketId: number, queueId: number, userId: number): Promise<TicketView | null> {
  const before = await findAndLock(ctx, ticketId);
  const waits = before?.status === 'pending' && before.userId === null && before.queueId === queueId;
  return waits && !before.chatbot && !before.useIntegration ? assign(ctx, before, userId) : null;
}

/** An automation, by its name, gives an active ticket to somebody, whoever has it; null if they have it already. ERR_NO_TICKET_FOUND, ERR_TICKET_CLOSED, and as `assignWaiting`. */
export async function assignTicket(ctx: Tx, ticketId: number, userId: number, rule: string): Promise<TicketView | null> {
  const before = await findAndLock(ctx, ticketId);
  if (!before) throw new AppError('ERR_NO_TICKET_FOUND');
  if (before.status === 'closed') throw new AppError('ERR_TICKET_CLOSED');
  return before.status === 'open' && before.userId === userId ? null : assign(ctx, before, userId, rule);
}

async function assign(ctx: Tx, before: HeldTicket, userId: number, rule?: string): Promise<TicketView> {
  const patch = must(moveRule(before, { status: 'open', userId }, null, ctx.now()));
  const placed = { status: 'open', userId, queueId: before.queueId } as const;
  await checkPlace(ctx, placed, before);
  const ticket = await changeTicket(ctx, before, patch, { rule });
  await ctx.publish(ticketTold, { ticketId: before.id, placed });
  await ctx.publish(ticketHanded, { ticketId: before.id, userId, placed, by: null });
  return ticket;
}
