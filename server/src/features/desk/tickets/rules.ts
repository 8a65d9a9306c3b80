// Rules of tickets that only the server needs. What a ticket becomes, and who may write in it, is in the contract.
import { isAt, type TicketState, type WaitPatch } from '@balcao/contract/ticket-move-rules';
import type { Placed, TicketMoveKind } from '@balcao/contract/ticket-rules';

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

/** Whether the bot or an assistant answers in a ticket, as far as the conversation tells of it. */
export type Answering = Pick<TicketState, 'chatbot' | 'useIntegration'>;

/** What the conversation tells of a change, in order. What a person does ends the bot's turn without a word. */
export function moveKinds(before: Placed & Answering, after: Placed & Answering, byUserId: number | null): TicketMoveKind[] {
  const kind = moveKind(before, after, byUserId);
  const answered = before.chatbot || before.useIntegration;
  const answers = after.chatbot || after.useIntegration;
  if (answers && !answered) return kind ? [kind, 'botBegan'] : ['botBegan'];
  // What an assistant ends, it tells itself.
  const ended = before.chatbot && !answers && byUserId === null && after.status === 'pending';
  if (ended && (kind === null || kind === 'transferred')) return ['botEnded'];
  return kind ? [kind] : [];
}

/** How the conversation tells of a ticket's new place; null if it does not: what the bot does with a new ticket. */
export function moveKind(before: Placed, after: Placed, byUserId: number | null): TicketMoveKind | null {
  if (before.status !== 'closed' && after.status === 'closed') return 'closed';
  if (before.status === 'closed') return after.status === 'closed' ? null : 'reopened';
  const ofPerson = byUserId !== null && after.userId !== byUserId;
  const toQueue = after.queueId !== null && after.queueId !== before.queueId && (before.queueId !== null || ofPerson);
  if (toQueue || receiverOf(before, after, byUserId) !== null) return 'transferred';
  if (before.status === 'open' && after.status === 'pending') return 'returned';
  const taken = after.status === 'open' && after.userId !== null && (before.status === 'pending' || after.userId !== before.userId);
  if (!taken) return null;
  return byUserId === null ? 'assigned' : 'accepted';
}

/** Not set aside. */
export const awake = { snoozedAt: null, snoozedUntil: null } as const;

/** A ticket, as far as its wait depends on it. */
type Waiting = Placed & { waitingSince: Date | null };

/**
 * What a move does to the customer's wait. A new service cycle begins anew; a ticket that comes back into a queue waits, if it did not
 * already; whoever moves a snoozed one has taken it up. `takenBack`: it becomes what it was.
 */
export function waitAfter(before: Waiting, after: Placed, takenBack: boolean, now: Date): WaitPatch {
  if (isAt(before, after)) return {};
  if (after.status === 'closed' || takenBack) return awake;
  if (before.status === 'closed')
    return { ...awake, beganAt: now, answeredAt: null, waitingSince: after.status === 'pending' ? now : null };
  return after.status === 'pending' ? { ...awake, waitingSince: before.waitingSince ?? now } : awake;
}

/** The agent to whom somebody else gave a ticket; null if nobody got it. */
export function receiverOf(before: Placed | null, after: Placed, byUserId: number | null): number | null {
  if (byUserId === null || after.status !== 'open' || after.userId === byUserId) return null;
  return after.userId === before?.userId && before?.status === 'open' ? null : after.userId;
}
