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
      body: wordsOf(message),
      mediaUrl: message.mediaUrl ?? null,
      quotedId: message.quotedMsg ? Number(message.quotedMsg.id) : null,
    },
    chatInput: words.trim() || wordless(message.mediaType ?? ''),
    sessionId: ids.session,
  };
}

/** What a message says. Of a place what it is called and where it is, without the picture that its body begins with. */
export function wordsOf({ mediaType, body }: Pick<MessageView, 'mediaType' | 'body'>): string {
  if (mediaType !== 'locationMessage') return body;
  const [, link = '', ...name] = body.split('|');
  return `${name.join(' ')} ${link}`.trim();
}

/** The same event, once the file of its message is there. A file without words is told by its address. */
export function withFile(envelope: Envelope, mediaUrl: string): Envelope {
  const { message, chatInput } = envelope;
  const hasWords = chatInput !== wordless(message.type) && chatInput !== message.mediaUrl;
  return { ...envelope, message: { ...message, mediaUrl }, chatInput: hasWords ? chatInput : mediaUrl };
}

function wordless(type: string): string {
  return `[${type}]`;
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
