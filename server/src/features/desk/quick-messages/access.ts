import type { QuickMessageView } from '@balcao/contract/quick-messages';
import type { Room } from '../../../events/rooms.ts';
import type { Actor } from '../../../platform/context.ts';
import type { Broadcast } from '../../../platform/facts.ts';

type Owned = { user_id: number; shared: boolean };

/** Those who may use it may see it. */
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

type Payload = Extract<Broadcast, { event: 'quickMessage' }>['payload'];

/** Under the contract's event name and the one that existing clients listen to. */
function both(payload: Payload, rooms: Room[]): Broadcast[] {
  return [
    { event: 'quickMessage', payload, rooms },
    { event: 'quickMessagePage', payload, rooms },
  ];
}

export function creationNews({ record }: { record: QuickMessageView }): Broadcast[] {
  return both({ action: 'create', record }, hearersOf(record.userId, record.geral));
}

/** One that is no longer shared first leaves everybody's lists. */
export function changeNews({ record, wasShared }: { record: QuickMessageView; wasShared: boolean }): Broadcast[] {
  const leaving = wasShared && !record.geral ? deletionNews({ id: record.id, userId: record.userId, shared: true }) : [];
  return [...leaving, ...both({ action: 'update', record }, hearersOf(record.userId, record.geral))];
}

export function deletionNews({ id, userId, shared }: { id: number; userId: number; shared: boolean }): Broadcast[] {
  return both({ action: 'delete', id }, hearersOf(userId, shared));
}
