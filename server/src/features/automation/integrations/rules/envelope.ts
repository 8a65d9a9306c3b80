// What n8n and webhooks are told of a customer's message. Pure.
import type { MessageView } from '@balcao/contract/messages';
import type { TicketView } from '@balcao/contract/tickets';

export type Envelope = {
  event: 'message.received' | 'test';
  /** The event's, the same at every attempt. */
  id: string;
  timestamp: string;
  company: { id: number };
  connection: { id: number };
  ticket: { id: number; uuid: string; queueId: number | null; status: string };
  contact: { id: number; name: string; number: string };
  message: { id: number; type: string; body: string; mediaUrl: string | null; quotedId: number | null };
  /** As workflows with a chat trigger expect them. */
  chatInput: string;
  sessionId: string;
};

type Ids = { event: string; session: string; companyId: number };

/** `words`: what the customer means by the message, as the integration understands it. */
export function messageEnvelope(
  ids: Ids,
  { ticket, message, words }: { ticket: TicketView; message: MessageView; words: string },
  at: Date,
): Envelope {
  const { contact } = ticket;
  return {
    event: 'message.received',
    id: ids.event,
    timestamp: at.toISOString(),
    company: { id: ids.companyId },
    connection: { id: ticket.whatsappId ?? 0 },
    ticket: { id: ticket.id, uuid: ticket.uuid, queueId: ticket.queueId, status: ticket.status },
    contact: { id: ticket.contactId, name: contact?.name ?? '', number: contact?.number ?? '' },
    message: {
      id: Number(message.id),
      type: message.mediaType ?? 'conversation',
      body: message.body,
      mediaUrl: message.mediaUrl ?? null,
      quotedId: message.quotedMsg ? Number(message.quotedMsg.id) : null,
    },
    // A file without words is told by its address.
    chatInput: words.trim() || (message.mediaUrl ?? `[${message.mediaType ?? ''}]`),
    sessionId: ids.session,
  };
}

/** What a test sends: nobody's message. */
export function testEnvelope(ids: Ids, at: Date): Envelope {
  return {
    event: 'test',
    id: ids.event,
    timestamp: at.toISOString(),
    company: { id: ids.companyId },
    connection: { id: 0 },
    ticket: { id: 0, uuid: ids.session, queueId: null, status: 'pending' },
    contact: { id: 0, name: 'Teste', number: '5511900000000' },
    message: { id: 0, type: 'conversation', body: 'oi', mediaUrl: null, quotedId: null },
    chatInput: 'oi',
    sessionId: ids.session,
  };
}
