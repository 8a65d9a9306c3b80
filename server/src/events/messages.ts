import type { MessageView } from '@balcao/contract/messages';
import type { Rating } from '@balcao/contract/rating-rules';
import type { Placed } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { fact } from '../platform/facts.ts';

/** A message was stored, in or out. */
export const messageCreated = fact<{ message: MessageView; ticket: TicketView }>('message.created');
/** Its ticks, text, file or reactions changed. */
export const messageChanged = fact<{ message: MessageView; ticket: TicketView }>('message.changed');
/** A customer wrote something new: not history, not an edit, not a reaction. */
export const messageReceived = fact<{
  messageId: number;
  ticketId: number;
  contactId: number;
  connectionId: number;
  /** They ask not to be written to, or to be written to again, by the company's word alone (`consentIn`). Null in groups. */
  consent: { state: 'out' | 'in'; words: string } | null;
  /** The id of the button or list row the customer tapped. */
  choice: string | null;
  /** No agent has the ticket, and it is not a group's. */
  unattended: boolean;
  /** The message rates the attendance that ended and is nothing else. */
  rating: Rating | null;
  /** When a campaign last wrote to the contact, if they have not answered since. */
  campaignAt: Date | null;
}>('message.received');
/** The provider refused to let the connection's number begin a conversation. `at`: ISO 8601. */
export const newChatRefused = fact<{ connectionId: number; at: string }>('message.newChatRefused');
/** A customer is typing, or stopped. */
export const contactTyping = fact<{ ticket: Placed & { id: number }; on: boolean; recording: boolean }>('contact.typing');
/** Messages of the past were stored, announced in bulk. */
export const historyStored = fact<{ connectionId: number }>('history.stored');
