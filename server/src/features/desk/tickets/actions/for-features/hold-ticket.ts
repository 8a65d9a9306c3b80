import type { TicketView } from '@balcao/contract/tickets';
import type { Tx } from '../../../../../platform/context.ts';
import { currentTicket, mustSee } from '../../reads.ts';
import { lockRow, lockTicketRow } from '../../store/find.ts';
import { placeOf, type TicketRow } from '../../view.ts';

/** Locks a ticket the actor may see until the transaction ends. ERR_NO_TICKET_FOUND. */
export async function lockVisibleTicket(ctx: Tx, ticketId: number): Promise<TicketRow> {
  const row = await lockTicketRow(ctx, ticketId);
  mustSee(ctx.actor, placeOf(row));
  return row;
}

/** Keeps everybody else from changing a ticket until the transaction ends. Does nothing if the ticket is gone. */
export function keepTicket(ctx: Tx, ticketId: number): Promise<void> {
  return lockRow(ctx, ticketId);
}

/** As `currentTicket`, locked until the transaction ends. */
export async function holdTicket(ctx: Tx, ticketId: number): Promise<TicketView | null> {
  await lockRow(ctx, ticketId);
  return currentTicket(ctx, ticketId);
}
