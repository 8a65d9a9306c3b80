// Rooms carry the company in their name. Who is in which room follows from the same facts about a user as what he may see.
import type { CompanyId } from '../context.ts';

export type Room =
  | { to: 'company' }
  | { to: 'admins' }
  /** Non-admins of one queue. */
  | { to: 'queue'; queueId: number }
  /** Non-admins who see tickets without a queue. */
  | { to: 'unqueued' }
  | { to: 'user'; userId: number }
  /** Everybody on the platform. */
  | { to: 'everyone' };

export function roomName(companyId: CompanyId, room: Room): string {
  switch (room.to) {
    case 'company':
      return `company:${companyId}`;
    case 'admins':
      return `company:${companyId}:admins`;
    case 'queue':
      return `company:${companyId}:queue:${room.queueId}`;
    case 'unqueued':
      return `company:${companyId}:unqueued`;
    case 'user':
      return `company:${companyId}:user:${room.userId}`;
    case 'everyone':
      return 'everyone';
  }
}

/** The rooms a user is in. */
export function roomsOf(user: { id: number; profile: string; queueIds: readonly number[]; allTicket: boolean }): Room[] {
  const own: Room[] = [{ to: 'everyone' }, { to: 'company' }, { to: 'user', userId: user.id }];
  if (user.profile === 'admin') return [...own, { to: 'admins' }];
  const queues = user.queueIds.map((queueId): Room => ({ to: 'queue', queueId }));
  return [...own, ...queues, ...(user.allTicket ? [{ to: 'unqueued' } as const] : [])];
}
