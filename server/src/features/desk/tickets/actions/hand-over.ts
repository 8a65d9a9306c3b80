// What two contacts becoming one, or two again, means for their tickets.
import type { Placed } from '@balcao/contract/ticket-rules';
import { ticketChanged } from '../../../../events/tickets.ts';
import type { Tx } from '../../../../platform/context.ts';
import { queueIfThere } from '../../../company/queues/actions.ts';
import { holdUser } from '../../../company/users/actions.ts';
import { viewTicket } from '../reads.ts';
import { saveAttendance, startAttendance } from '../store/attendances.ts';
import {
  type ClosedTicket,
  collidingTickets,
  handOverAttendances,
  handOverTickets,
  lockTicketsOf,
  stillClosed,
  ticketsOfContact,
} from '../store/of-contact.ts';
import { findActiveTicket, getTicket, lockTicket, saveTicket } from '../store/tickets.ts';
import type { TicketRow } from '../view.ts';

export type HandedOver = { ticketIds: number[]; attendanceIds: number[]; closed: (ClosedTicket & { goesOn: number; protocol: string })[] };

/** How many tickets the browsers are told about one by one; older closed ones are in nobody's view. */
const announcedMax = 100;

/** Keeps everybody from the tickets of these contacts until the transaction ends. */
export function holdTickets(ctx: Tx, contactIds: readonly number[]): Promise<void> {
  return lockTicketsOf(ctx, contactIds);
}

/**
 * Gives all tickets of a contact to another. Where both have an active one on a connection, the older goes on and the other is closed.
 * Announces nothing: `announceTicketsOf` does, once messages and contact have followed.
 */
export async function handOverAll(ctx: Tx, from: number, to: number): Promise<HandedOver> {
  const closed: HandedOver['closed'] = [];
  for (const { older, newer } of await collidingTickets(ctx, from, to)) {
    const row = await lockTicket(ctx, newer);
    const at = ctx.now();
    await saveTicket(ctx, newer, {
      status: 'closed',
      closedAt: at,
      unreadMessages: 0,
      chatbot: false,
      useIntegration: false,
      promptId: null,
      integrationId: null,
      at,
    });
    await saveAttendance(ctx, newer, {
      status: 'closed',
      userId: row.user_id,
      queueId: row.queue_id,
      connectionId: row.connection_id,
      queueChanged: false,
      at,
    });
    const { protocol, unread_messages: unread } = await getTicket(ctx, older);
    // In the thread of the one that goes on, all of it is to be read.
    if (row.unread_messages > 0) await saveTicket(ctx, older, { unreadMessages: unread + row.unread_messages });
    closed.push({ ...placeOf(row), id: newer, connectionId: row.connection_id, closedAt: at.toISOString(), goesOn: older, protocol });
  }
  return { closed, ticketIds: await handOverTickets(ctx, from, to, null), attendanceIds: await handOverAttendances(ctx, from, to, null) };
}

/** Gives those of them that are still there back, and opens again what was closed, unless something happened to it since. */
export async function handBack(ctx: Tx, from: number, to: number, { ticketIds, attendanceIds, closed }: HandedOver): Promise<number[]> {
  const moved = await handOverTickets(ctx, from, to, ticketIds);
  await handOverAttendances(ctx, from, to, attendanceIds);
  for (const ticket of closed) {
    if (!(await stillClosed(ctx, ticket)) || ticket.connectionId === null) continue;
    const { contact_id: contactId } = await getTicket(ctx, ticket.id);
    if (await findActiveTicket(ctx, contactId, ticket.connectionId)) continue;
    const { connectionId } = ticket;
    const placed = await placeIfThere(ctx, ticket);
    await saveTicket(ctx, ticket.id, { ...placed, closedAt: null, at: ctx.now() });
    await startAttendance(ctx, { ...placed, ticketId: ticket.id, contactId, connectionId, at: ctx.now() });
  }
  return moved;
}

/** Tells the browsers how the tickets of a contact stand. `before`: those that stood elsewhere, which leave their lists first. */
export async function announceTicketsOf(ctx: Tx, contactId: number, before: readonly ClosedTicket[] = []): Promise<void> {
  const places = new Map(before.map((ticket) => [ticket.id, ticket]));
  for (const id of await ticketsOfContact(ctx, contactId, announcedMax)) {
    const row = await getTicket(ctx, id);
    const place = places.get(id);
    await ctx.publish(ticketChanged, {
      before: place ? { status: place.status, userId: place.userId, queueId: place.queueId } : placeOf(row),
      ticket: viewTicket(ctx, row),
      moved: place !== undefined,
      byUserId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    });
  }
}

/** Where a ticket stood, as far as its queue and its agent are still there. */
async function placeIfThere(ctx: Tx, { status, userId, queueId }: Placed): Promise<Placed> {
  const isAttended = userId !== null && (await holdUser(ctx, userId)) !== null;
  const place = { queueId: await queueIfThere(ctx, queueId) };
  return isAttended ? { ...place, status, userId } : { ...place, status: 'pending', userId: null };
}

function placeOf(row: TicketRow) {
  return { status: row.status, userId: row.user_id, queueId: row.queue_id };
}
