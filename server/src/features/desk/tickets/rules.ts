// Rules of tickets that only the server needs. What a ticket becomes, and who may write in it, is in the contract.
import type { Placed } from '@balcao/contract/ticket-rules';
import type { TicketMove } from '@balcao/contract/tickets';

/** Hours after the customer's last word in which free text may be sent, by channel. Source: Meta's customer service window. */
export function windowHoursOf(channel: string): number | null {
  return channel === 'whatsapp_cloud' ? 24 : null;
}

/** When the window shuts; null on channels without one. For a customer who never wrote it is shut. */
export function windowClosesAt(channel: string, lastInboundAt: Date | null): Date | null {
  const hours = windowHoursOf(channel);
  if (hours === null) return null;
  return new Date((lastInboundAt?.getTime() ?? 0) + hours * 3_600_000);
}

/** The first part of a protocol: the day the ticket began, in the company's time zone. The ticket's number follows. */
export function protocolDay(at: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
  return day.replaceAll('-', '');
}

/** How the conversation tells of a change; null if it does not: accepting, returning, and what the bot does with a new ticket. */
export function moveKind(before: Placed, after: Placed, byUserId: number | null): TicketMove['kind'] | null {
  if (before.status !== 'closed' && after.status === 'closed') return 'closed';
  if (before.status === 'closed') return after.status === 'closed' ? null : 'reopened';
  const ofPerson = byUserId !== null && after.userId !== byUserId;
  const toQueue = after.queueId !== null && after.queueId !== before.queueId && (before.queueId !== null || ofPerson);
  return toQueue || receiverOf(before, after, byUserId) !== null ? 'transferred' : null;
}

/** The agent to whom somebody else gave a ticket; null if nobody got it. */
export function receiverOf(before: Placed | null, after: Placed, byUserId: number | null): number | null {
  if (byUserId === null || after.status !== 'open' || after.userId === byUserId) return null;
  return after.userId === before?.userId && before?.status === 'open' ? null : after.userId;
}
