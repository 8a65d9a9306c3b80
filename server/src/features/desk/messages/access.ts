import type { MessageView } from '@balcao/contract/messages';
import type { TicketView } from '@balcao/contract/tickets';
import type { Room } from '../../../events/rooms.ts';
import type { Broadcast } from '../../../platform/facts.ts';

export type MessageNews = { message: MessageView; ticket: TicketView };

type Listeners = { readers: Room[]; onlookers: Room[] };

/** Everyone who sees the ticket hears of its messages; who must accept it first, no more than a glimpse. `noted`: the ticket with this message. */
export function messageNews(
  action: 'create' | 'update',
  { message, ticket, noted, readers, onlookers }: MessageNews & Listeners & { noted: TicketView },
): Broadcast[] {
  const told = (message: MessageView, rooms: Room[]): Broadcast => ({
    event: 'appMessage',
    payload: { action, message, ticket, contact: ticket.contact },
    rooms,
  });
  return onlookers.length === 0 ? [told(message, readers)] : [told(message, readers), told(glimpseOf(message, noted), onlookers)];
}

/** A message for whom may not read it yet: what lists show of it under the ticket. */
function glimpseOf(message: MessageView, { lastMessage }: TicketView): MessageView {
  return {
    ...message,
    body: lastMessage,
    ...{ mediaUrl: null, mediaPath: null, mediaName: null, mediaMime: null, mediaSize: null, thumbUrl: null, playableUrl: null },
    ...{ width: null, height: null, duration: null, waveform: null, transcript: null, location: null, cards: null, call: null },
    ...{ template: null, mentions: [], edits: [], reactions: [], quotedMsgId: null, quotedMsg: null },
  };
}

export function typingNews({ ticket, ...news }: { ticket: { id: number }; on: boolean; recording: boolean }, rooms: Room[]): Broadcast[] {
  return [{ event: 'contactTyping', payload: { ticketId: ticket.id, on: news.on, recording: news.recording }, rooms }];
}
