import type { PayloadOf } from '@balcao/contract';
import type { Room } from '../../../events/rooms.ts';
import type { Broadcast } from '../../../platform/facts.ts';

/** Admins alone know the automations. */
export function newsOf(payload: PayloadOf<'automation'>): Broadcast[] {
  return [{ event: 'automation', payload, rooms: [{ to: 'admins' }] }];
}

type Noticed = PayloadOf<'automationNotice'> & { to: { userId: number } | { queueId: number } };

export function noticeNews({ to, text, automation, ticket }: Noticed): Broadcast[] {
  const room: Room = 'userId' in to ? { to: 'user', userId: to.userId } : { to: 'queue', queueId: to.queueId };
  return [{ event: 'automationNotice', payload: { text, automation, ticket }, rooms: [room] }];
}
