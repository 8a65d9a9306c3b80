// Who hears what. A user's rooms follow from the same properties as what they may see.
import type { CompanyId } from '../platform/context.ts';
import type { Room } from '../platform/sockets/rooms.ts';

declare module '../platform/sockets/rooms.ts' {
  interface Rooms {
    company: unknown;
    /** Everybody in the company, however its subscription stands. */
    subscription: unknown;
    admins: unknown;
    /** Non-admins of one queue. */
    queue: { queueId: number };
    /** Non-admins who see tickets without a queue. */
    unqueued: unknown;
    user: { userId: number };
    /** The operators of the platform, whatever their company. */
    operators: unknown;
  }
}

export type { Room };

/** The room's name, unique in the installation. Above companies (null) there are `everyone` and `operators`. */
export function roomName(companyId: CompanyId | null, room: Room): string {
  if (room.to === 'everyone' || room.to === 'operators') return room.to;
  if (companyId === null) throw new Error(`${room.to} is a room of a company`);
  switch (room.to) {
    case 'company':
      return `company:${companyId}`;
    case 'subscription':
      return `company:${companyId}:subscription`;
    case 'admins':
      return `company:${companyId}:admins`;
    case 'queue':
      return `company:${companyId}:queue:${room.queueId}`;
    case 'unqueued':
      return `company:${companyId}:unqueued`;
    case 'user':
      return `company:${companyId}:user:${room.userId}`;
    default:
      throw new Error(`there is no room ${JSON.stringify(room satisfies never)}`);
  }
}

export function roomsOf(user: {
  id: number;
  profile: string;
  queueIds: readonly number[];
  allTicket: boolean;
  super?: boolean | undefined;
}): Room[] {
  const everywhere: Room[] = user.super ? [{ to: 'everyone' }, { to: 'operators' }] : [{ to: 'everyone' }];
  const own: Room[] = [...everywhere, { to: 'company' }, { to: 'subscription' }, { to: 'user', userId: user.id }];
  if (user.profile === 'admin') return [...own, { to: 'admins' }];
  const queues = user.queueIds.map((queueId): Room => ({ to: 'queue', queueId }));
  return [...own, ...queues, ...(user.allTicket ? [{ to: 'unqueued' } as const] : [])];
}
