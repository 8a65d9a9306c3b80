import type { MessageView } from '@balcao/contract/messages';
import type { TicketView } from '@balcao/contract/tickets';
import type { Room } from '../../../events/rooms.ts';
import type { Broadcast } from '../../../platform/facts.ts';

export type MessageNews = { message: MessageView; ticket: TicketView };

/** Everyone who sees the ticket hears its messages. */
export function messageNews(action: 'create' | 'update', { message, ticket, rooms }: MessageNews & { rooms: Room[] }): Broadcast[] {
  return [{ event: 'appMessage', payload: { action, message, ticket, contact: ticket.contact }, rooms }];
}

export function typingNews({ ticket, on }: { ticket: { id: number }; on: boolean }, rooms: Room[]): Broadcast[] {
  return [{ event: 'contactTyping', payload: { ticketId: ticket.id, on }, rooms }];
}
