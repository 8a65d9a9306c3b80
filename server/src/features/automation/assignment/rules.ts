import type { Placed } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';

/** Does this ticket wait in a queue for a person, while nothing else answers and nobody has set it aside? */
export function waitsForPerson(
  ticket: Pick<TicketView, 'status' | 'userId' | 'queueId' | 'isGroup' | 'chatbot' | 'useIntegration' | 'snoozedAt'>,
): boolean {
  const { status, userId, queueId, isGroup, chatbot, useIntegration, snoozedAt } = ticket;
  return status === 'pending' && userId === null && queueId !== null && !isGroup && !chatbot && !useIntegration && snoozedAt === null;
}

/** Who has one open ticket less; null if nobody. */
export function freedBy(before: Placed | null, after: Pick<Placed, 'status' | 'userId'>): number | null {
  if (before?.status !== 'open') return null;
  return after.status === 'open' && after.userId === before.userId ? null : before.userId;
}
