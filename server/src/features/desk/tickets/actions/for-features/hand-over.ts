// What merging and splitting contacts means for their tickets.
import { closeOnMerge, goOnAfterMerge, reopenOnSplit } from '@balcao/contract/ticket-move-rules';
import type { Placed } from '@balcao/contract/ticket-rules';
import type { Tx } from '../../../../../platform/context.ts';
import { queueIfThere } from '../../../../company/queues/actions.ts';
import { holdUser } from '../../../../company/users/actions.ts';
import { findActiveTicket } from '../../store/find.ts';
import { lockTicket } from '../../store/held.ts';
import {
  collidingTickets,
  handOverAttendances,
  handOverTickets,
  lockTicketsOf,
  stillClosed,
  ticketsOfContact,
} from '../../store/of-contact.ts';
import { placeOf } from '../../view.ts';
import { announceTicket, changeUnannounced } from '../change.ts';

/** A ticket as it stood before a merge closed it. */
type ClosedTicket = Placed & { id: number; connectionId: number | null; closedAt: string };

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
  for (const { older, newer, protocol } of await collidingTickets(ctx, from, to)) {
    const ending = await lockTicket(ctx, newer);
    const goingOn = await lockTicket(ctx, older);
    const at = ctx.now();
    await changeUnannounced(ctx, ending, closeOnMerge(at));
    if (ending.unreadMessages > 0) await changeUnannounced(ctx, goingOn, goOnAfterMerge(goingOn, ending));
    const { status, userId, queueId, connectionId } = ending;
    closed.push({ id: newer, status, userId, queueId, connectionId, closedAt: at.toISOString(), goesOn: older, protocol });
  }
  return { closed, ticketIds: await handOverTickets(ctx, from, to, null), attendanceIds: await handOverAttendances(ctx, from, to, null) };
}

/** Gives those of them that are still there back, and opens again what was closed, unless something happened to it since. */
export async function handBack(ctx: Tx, from: number, to: number, { ticketIds, attendanceIds, closed }: HandedOver): Promise<number[]> {
  const moved = await handOverTickets(ctx, from, to, ticketIds);
  await handOverAttendances(ctx, from, to, attendanceIds);
  for (const was of closed) {
    const ticket = await stillClosed(ctx, was.id, was.closedAt);
    if (!ticket || was.connectionId === null || (await findActiveTicket(ctx, ticket.contactId, was.connectionId))) continue;
    await changeUnannounced(ctx, ticket, reopenOnSplit(was, await stillThere(ctx, was), ctx.now()));
  }
  return moved;
}

/** Tells the browsers how the tickets of a contact stand. `before`: those that stood elsewhere, which leave their lists first. */
export async function announceTicketsOf(ctx: Tx, contactId: number, before: readonly ClosedTicket[] = []): Promise<void> {
  const places = new Map(before.map((ticket) => [ticket.id, ticket]));
  for (const row of await ticketsOfContact(ctx, contactId, announcedMax)) {
    await announceTicket(ctx, places.get(row.id) ?? { ...placeOf(row), connectionId: row.connection_id }, row);
  }
}

/** The queue and the agent of a ticket, as far as they are still there. */
async function stillThere(ctx: Tx, { userId, queueId }: Placed): Promise<{ userId: number | null; queueId: number | null }> {
  const agent = userId === null ? null : await holdUser(ctx, userId);
  return { userId: agent?.id ?? null, queueId: await queueIfThere(ctx, queueId) };
}
