import type { PayloadOf } from '@balcao/contract';
import type { PingView } from '@balcao/contract/pings';
import type { Broadcast } from '../../../platform/facts.ts';

/** What asks for a person concerns nobody else. */
export function pingNews({ userId, ping }: { userId: number; ping: PingView }): Broadcast[] {
  return [{ event: 'ping', payload: { action: 'create', ping }, rooms: [{ to: 'user', userId }] }];
}

export function seenNews({ userId, ticketId, seenAt }: { userId: number; ticketId: number | null; seenAt: string }): Broadcast[] {
  return [{ event: 'ping', payload: { action: 'seen', ticketId, seenAt }, rooms: [{ to: 'user', userId }] }];
}

export function followersNews(payload: PayloadOf<'followers'>, rooms: Broadcast['rooms']): Broadcast[] {
  return [{ event: 'followers', payload, rooms }];
}
