import type { AnnouncementView } from '@balcao/contract/announcements';
import type { Room } from '../../../events/rooms.ts';
import type { Broadcast } from '../../../platform/facts.ts';

type Caller = { kind: 'system' } | { kind: 'user'; super: boolean };

/** Inactive announcements are for operators. */
export function seesInactive(caller: Caller): boolean {
  return caller.kind === 'user' && caller.super;
}

function hearersOf(active: boolean): Room[] {
  return [{ to: active ? 'everyone' : 'operators' }];
}

export function creationNews({ record }: { record: AnnouncementView }): Broadcast[] {
  return [{ event: 'announcement', payload: { action: 'create', record }, rooms: hearersOf(record.status) }];
}

/** One that becomes active is new to everybody: a `create`, which rings. One that becomes inactive leaves them by its `update`. */
export function changeNews({ record, wasActive }: { record: AnnouncementView; wasActive: boolean }): Broadcast[] {
  const action = record.status && !wasActive ? 'create' : 'update';
  return [{ event: 'announcement', payload: { action, record }, rooms: hearersOf(record.status || wasActive) }];
}

export function deletionNews({ id }: { id: number }): Broadcast[] {
  return [{ event: 'announcement', payload: { action: 'delete', id }, rooms: hearersOf(true) }];
}

export function readNews({ userId, ids }: { userId: number; ids: number[] }): Broadcast[] {
  return [{ event: 'announcementsRead', payload: { ids }, rooms: [{ to: 'user', userId }] }];
}
