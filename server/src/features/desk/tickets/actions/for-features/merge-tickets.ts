// The tickets' part of merging and splitting contacts.
import { closeOnMerge, goOnAfterMerge, mayAttend, reopenOnSplit } from '@balcao/contract/ticket-move-rules';
import type { Placed } from '@balcao/contract/ticket-rules';
import type { Tx } from '../../../../../platform/context.ts';
import { queueIfThere } from '../../../../company/queues/actions.ts';
import { holdUser } from '../../../../company/users/actions.ts';
import { findActiveTicket } from '../../store/find.ts';
import { findAndLock, lockTicket } from '../../store/held.ts';
import { collidingTickets, lockTicketsOf, moveAttendances, moveTickets, ticketsOfContact } from '../../store/of-contact.ts';
import { placeOf } from '../../view.ts';
import { announceTicket, changeUnannounced } from '../change.ts';

/** A ticket as it stood before a merge closed it. */
type ClosedTicket = Placed & { id: number; connectionId: number | null; closedAt: string };

export type MergedTickets = {
  ticketIds: number[];
  attendanceIds: number[];
  closed: (ClosedTicket & { goesOn: number; protocol: string })[];
};

/** How many tickets are announced one by one; nobody is looking at older closed ones. */
const announcedMax = 100;

/** Locks all tickets of these contacts until the transaction ends. */
export function holdTickets(ctx: Tx, contactIds: readonly number[]): Promise<void> {
  return lockTicketsOf(ctx, contactIds);
}

/**
 * Moves all tickets of a contact to another. If both have an active one on the same connection, the older goes on and the newer is closed.
 * Nothing is announced: the caller does it (`announceTicketsOf`) once the contact has moved too.
 */
export async function mergeTickets(ctx: Tx, from: number, to: number): Promise<MergedTickets> {
  const closed: MergedTickets['closed'] = [];
  for (const { older, newer, protocol } of await collidingTickets(ctx, from, to)) {
    const ending = await lockTicket(ctx, newer);
    const goingOn = await lockTicket(ctx, older);
    const at = ctx.now();
    await changeUnannounced(ctx, ending, closeOnMerge(at));
    if (ending.unreadMessages > 0) await changeUnannounced(ctx, goingOn, goOnAfterMerge(goingOn, ending));
    const { status, userId, queueId, connectionId } = ending;
    closed.push({ id: newer, status, userId, queueId, connectionId, closedAt: at.toISOString(), goesOn: older, protocol });
  }
  return { closed, ticketIds: await moveTickets(ctx, from, to, null), attendanceIds: await moveAttendances(ctx, from, to, null) };
}

/** Moves the tickets that still exist back, and reopens those the merge closed unless they have changed since. */
export async function splitTickets(ctx: Tx, from: number, to: number, { ticketIds, attendanceIds, closed }: MergedTickets): Promise<void> {
  await moveTickets(ctx, from, to, ticketIds);
  await moveAttendances(ctx, from, to, attendanceIds);
  for (const was of closed) {
    const ticket = await findAndLock(ctx, was.id);
    const stillClosed = ticket?.status === 'closed' && ticket.closedAt?.toISOString() === was.closedAt;
    if (!ticket || !stillClosed || was.connectionId === null || (await findActiveTicket(ctx, ticket.contactId, was.connectionId))) continue;
    await changeUnannounced(ctx, ticket, reopenOnSplit(was, await stillThere(ctx, was), ctx.now()));
  }
}

/** Announces the tickets of a contact. `before`: tickets that were in other lists, which they leave first. */
export async function announceTicketsOf(ctx: Tx, contactId: number, before: readonly ClosedTicket[] = []): Promise<void> {
  const places = new Map(before.map((ticket) => [ticket.id, ticket]));
  for (const row of await ticketsOfContact(ctx, contactId, announcedMax)) {
    await announceTicket(ctx, places.get(row.id) ?? { ...placeOf(row), connectionId: row.connection_id }, row);
  }
}

/** The queue and the agent of a ticket, each null if it no longer exists, the agent also if they may no longer see it. */
async function stillThere(ctx: Tx, was: Placed): Promise<{ userId: number | null; queueId: number | null }> {
  const queueId = await queueIfThere(ctx, was.queueId);
  const agent = was.userId === null ? null : await holdUser(ctx, was.userId);
  return { userId: agent && mayAttend(agent, { ...was, queueId }).ok ? agent.id : null, queueId };
}
