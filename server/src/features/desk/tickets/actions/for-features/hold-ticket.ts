// For other features there are two locks: `keepTicket` where the ticket's state is enough, `holdTicket` where it is needed as lists show it.
import { canSee } from '@balcao/contract/ticket-rules';
import type { Tx } from '../../../../../platform/context.ts';
import { viewerOf } from '../../reads.ts';
import { findTicket } from '../../store/find.ts';
import { findAndLock, type HeldTicket, lockRows } from '../../store/held.ts';
import type { TicketRow } from '../../view.ts';

/** Locks tickets until the transaction ends, whoever may see them. Before their messages: see `holdMessage`. */
export function lockTickets(ctx: Tx, ticketIds: readonly number[]): Promise<void> {
  return lockRows(ctx, ticketIds);
}

/** Keeps everybody else from changing a ticket until the transaction ends. Null if it is gone or the actor may not see it. */
export async function keepTicket(ctx: Tx, ticketId: number): Promise<HeldTicket | null> {
  const ticket = await findAndLock(ctx, ticketId);
  return ticket && canSee(viewerOf(ctx.actor), ticket) ? ticket : null;
}

/** As `keepTicket`, with contact, queue, agent, connection and tags. */
export async function holdTicket(ctx: Tx, ticketId: number): Promise<TicketRow | null> {
  // Two statements: one that waited for the lock would still join the agent and the queue from before.
  return (await keepTicket(ctx, ticketId)) && findTicket(ctx, ticketId);
}
