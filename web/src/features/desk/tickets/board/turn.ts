// Whose turn it is in a conversation, and for how long. Pure.
import type { TicketView } from '@balcao/contract/tickets';

/** `ours`: the customer wrote last and waits for an answer. */
export type Turn = { whose: 'ours' | 'customer'; since: string; tone: 'ok' | 'soon' | 'late' | 'none' };

const soonMinutes = 10;
const lateMinutes = 20;

/** `tone`: how long the customer has waited: `soon` from 10 minutes on, `late` from 20. */
export function turnOf(ticket: Pick<TicketView, 'lastMessageFromMe' | 'lastInboundAt' | 'updatedAt'>, now: number): Turn {
  if (ticket.lastMessageFromMe || ticket.lastInboundAt === null) return { whose: 'customer', since: ticket.updatedAt, tone: 'none' };
  const minutes = (now - new Date(ticket.lastInboundAt).getTime()) / 60_000;
  return { whose: 'ours', since: ticket.lastInboundAt, tone: minutes >= lateMinutes ? 'late' : minutes >= soonMinutes ? 'soon' : 'ok' };
}
