// What n8n and webhooks are told of a customer's message. Pure.

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

/** What a test sends: nobody's message. */
export function testEnvelope(ids: { event: string; session: string; companyId: number }, at: Date): Envelope {
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
