import type { TicketListView } from '@balcao/contract/ticket-views';
import type { Room } from '../../../events/rooms.ts';
import type { Actor } from '../../../platform/context.ts';
import type { Broadcast } from '../../../platform/facts.ts';

type Owned = { user_id: number; shared: boolean };

/** Its author; a shared one everybody. */
export function maySee(actor: Actor, row: Owned): boolean {
  return actor.kind === 'system' || row.shared || row.user_id === actor.id;
}

/** Its author; a shared one also supervisors and admins. */
export function mayChange(actor: Actor, row: Owned): boolean {
  if (actor.kind === 'system' || row.user_id === actor.id) return true;
  return row.shared && (actor.profile === 'admin' || actor.profile === 'supervisor');
}

function hearersOf(userId: number, shared: boolean): Room[] {
  return [shared ? { to: 'company' } : { to: 'user', userId }];
}

/** One that is no longer shared first leaves everybody's views. */
export function changeNews({ view, wasShared }: { view: TicketListView; wasShared: boolean }): Broadcast[] {
  const leaving = wasShared && !view.shared ? deletionNews({ ticketViewId: view.id, userId: view.userId, shared: true }) : [];
  return [...leaving, { event: 'ticketView', payload: { action: 'update', view }, rooms: hearersOf(view.userId, view.shared) }];
}

export function deletionNews({ ticketViewId, userId, shared }: { ticketViewId: number; userId: number; shared: boolean }): Broadcast[] {
  return [{ event: 'ticketView', payload: { action: 'delete', ticketViewId }, rooms: hearersOf(userId, shared) }];
}
