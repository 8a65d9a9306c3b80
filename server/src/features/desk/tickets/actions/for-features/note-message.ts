import type { Placed } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../../../../platform/context.ts';
import { saveFirstResponse } from '../../store/attendances.ts';
import { rowsFrom } from '../../store/find.ts';
import { type LastMessage, type Noted, saveLastAck, saveLastDeleted, saveLastMessage, saveLastText } from '../../store/last-message.ts';
import { type Noting, type NotingAll, notingAllOf, notingOf } from '../../store/noting.ts';
import { placeOf, type TicketRow } from '../../view.ts';
import { announceTicket } from '../change.ts';

/**
 * Notes a message on its ticket and announces the ticket. `before`: as `ticketForChat` answered it; `unmoved` where the message could not
 * move it. `byPerson`: an agent wrote it, which counts as the first response.
 */
export async function noteMessage(
  ctx: Tx,
  ticketId: number,
  before: Placed | null | 'unmoved',
  last: Omit<LastMessage, 'now'>,
): Promise<TicketView> {
  const now = ctx.now();
  if (last.byPerson) await saveFirstResponse(ctx, ticketId, now);
  return announceNoted(ctx, before, await saveLastMessage(ctx, ticketId, { ...last, now }));
}

/** The parts by which the statement that inserts a message notes it on its ticket, as `noteMessage` does; then `announceNoted`. */
export function noting(ctx: Tx, ticketId: number, last: Omit<Noted, 'now'>): Noting {
  return notingOf(ctx, ticketId, { ...last, now: ctx.now() });
}

/** As `noting`, for texts of customers, each in an active ticket of its own. */
export function notingAll(ctx: Tx): NotingAll {
  return notingAllOf(ctx, ctx.now());
}

/** The `select` of tickets as `viewTicket` wants them, from a statement that has their columns. */
export function ticketsAsShown(source: RawBuilder<unknown>): RawBuilder<TicketRow> {
  return rowsFrom(source);
}

/** Announces a ticket on which a message was noted. `before`: as for `noteMessage`. */
export function announceNoted(ctx: Tx, before: Placed | null | 'unmoved', row: TicketRow): Promise<TicketView> {
  const place = before === 'unmoved' ? placeOf(row) : before;
  return announceTicket(ctx, place && { ...place, connectionId: row.connection_id }, row);
}

/** Shows new ticks in the lists, if this is the ticket's last message. The caller announces them. */
export async function noteAck(ctx: Tx, ticketId: number, messageId: number, ack: number, failed: boolean): Promise<void> {
  await saveLastAck(ctx, ticketId, messageId, ack, failed);
}

/** Shows a corrected text in the lists, if this is the ticket's last message. The caller announces it. */
export async function noteText(ctx: Tx, ticketId: number, messageId: number, body: string): Promise<void> {
  await saveLastText(ctx, ticketId, messageId, body);
}

/** Takes a deleted message out of the lists, if it is the ticket's last message. The caller announces that. */
export async function noteDeleted(ctx: Tx, ticketId: number, messageId: number): Promise<void> {
  await saveLastDeleted(ctx, ticketId, messageId);
}
