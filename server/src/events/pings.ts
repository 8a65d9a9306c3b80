import type { PingView } from '@balcao/contract/pings';
import type { Placed } from '@balcao/contract/ticket-rules';
import { fact } from '../platform/facts.ts';

/** Something asks a user to look at a conversation that they may see. */
export const pinged = fact<{ userId: number; ping: PingView }>('ping.created');
/** They saw it: of one ticket, or of all (null). `seenAt`: ISO 8601. */
export const pingsSeen = fact<{ userId: number; ticketId: number | null; seenAt: string }>('ping.seen');
/** Other people follow a ticket now. */
export const followersChanged = fact<{ ticketId: number; placed: Placed; followers: { id: number; name: string }[] }>(
  'ticket.followersChanged',
);
