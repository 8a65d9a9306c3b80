// Seeing and hearing are one rule: `audienceOf` names exactly the rooms whose members `canSee` lets in.
import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { Mover } from '@balcao/contract/ticket-move-rules';
import type { Placed } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import type { Room } from '../../../events/rooms.ts';
import type { Actor } from '../../../platform/context.ts';
import type { Broadcast } from '../../../platform/facts.ts';

/** The rooms of everybody who may see a ticket with this status, agent and queue. */
export function audienceOf(ticket: Placed): Room[] {
  if (ticket.queueId !== null) return [{ to: 'admins' }, { to: 'queue', queueId: ticket.queueId }];
  return [{ to: 'admins' }, { to: 'unqueued' }, ...(ticket.userId === null ? [] : [{ to: 'user', userId: ticket.userId } as const])];
}

/** The audience of what is said in a ticket: who may read it (`mayRead`), and who must accept it first: all but the admins, while it waits. */
export function listenersOf(ticket: Placed): { readers: Room[]; onlookers: Room[] } {
  const rooms = audienceOf(ticket);
  if (ticket.status !== 'pending') return { readers: rooms, onlookers: [] };
  const isReader = ({ to }: Room) => to === 'admins';
  return { readers: rooms.filter(isReader), onlookers: rooms.filter((room) => !isReader(room)) };
}

/** What browsers hear of a change. A moved ticket first leaves the lists of those who saw it, then arrives in the lists of those who see it now. */
export function changeNews({ before, ticket, moved }: { before: Placed | null; ticket: TicketView; moved: boolean }): Broadcast[] {
  const arrival: Broadcast = { event: 'ticket', payload: { action: 'update', ticket }, rooms: audienceOf(ticket) };
  if (!before || !moved) return [arrival];
  return [{ event: 'ticket', payload: { action: 'delete', ticketId: ticket.id, moved: true }, rooms: audienceOf(before) }, arrival];
}

/** Tells the one who received a ticket, unless they lost it again within the same transaction. */
export function handNews(
  { userId, by, note = '' }: { userId: number; by: { id: number; name: string } | null; note?: string | undefined },
  ticket: TicketView | undefined,
): Broadcast[] {
  if (ticket?.userId !== userId) return [];
  return [{ event: 'ticketHanded', payload: { ticket, by, note }, rooms: [{ to: 'user', userId }] }];
}

export function readNews({ ticketId, placed }: { ticketId: number; placed: Placed }): Broadcast[] {
  return [{ event: 'ticket', payload: { action: 'updateUnread', ticketId }, rooms: audienceOf(placed) }];
}

export function toldNews({ ticketId, placed }: { ticketId: number; placed: Placed }): Broadcast[] {
  return [{ event: 'ticketMove', payload: { action: 'create', ticketId }, rooms: audienceOf(placed) }];
}

export function deletionNews({ ticketId, placed }: { ticketId: number; placed: Placed }): Broadcast[] {
  return [{ event: 'ticket', payload: { action: 'delete', ticketId, moved: false }, rooms: audienceOf(placed) }];
}

export function markNews({ mark, userId }: { mark: TicketMark; userId: number }): Broadcast[] {
  return [{ event: 'ticketMark', payload: { action: 'update', mark }, rooms: [{ to: 'user', userId }] }];
}

/** The actor, as the rules of moving want it. */
export function moverOf(actor: Actor): Mover {
  return actor.kind === 'user' ? actor : null;
}
