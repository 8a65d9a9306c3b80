import type { MessageView } from '@balcao/contract/messages';
import type { TicketView } from '@balcao/contract/tickets';
import type { Broadcast } from '../../../platform/facts.ts';
import type { Room } from '../../../platform/sockets/rooms.ts';

/** Whoever sees the ticket hears its messages. */
export function messageNews(
  action: 'create' | 'update',
  { message, ticket }: { message: MessageView; ticket: TicketView },
  rooms: Room[],
): Broadcast[] {
  return [{ event: 'appMessage', payload: { action, message, ticket, contact: ticket.contact }, rooms }];
}

export function typingNews({ ticket, on }: { ticket: { id: number }; on: boolean }, rooms: Room[]): Broadcast[] {
  return [{ event: 'contactTyping', payload: { ticketId: ticket.id, on }, rooms }];
}
