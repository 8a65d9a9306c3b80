// Sends copies of messages to conversations, one after another. What fails is told, and the others go on.
import type { MessageView } from '@balcao/contract/messages';
import type { TicketView } from '@balcao/contract/tickets';
import type { QueryClient } from '@tanstack/react-query';
import { applyMessage } from '../../../../data/messages/live.ts';
import { ApiError, api } from '../../../../platform/api.ts';
import { errorText } from '../../../../platform/errors.ts';

/** Where copies go: an open conversation, or a contact, whose conversation is begun if there is none. `key`: repeated with each try. */
export type Target = { kind: 'ticket' | 'contact'; id: number; name: string; key: string };
export type Outcome = { target: Target; problem: string | null };

export async function forwardTo(
  cache: QueryClient,
  from: Pick<TicketView, 'queueId' | 'whatsappId'>,
  messages: readonly MessageView[],
  targets: readonly Target[],
  onProgress: (done: number) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const target of targets) {
    outcomes.push({ target, problem: await forwardOnce(cache, from, messages, target).then(() => null, errorText) });
    onProgress(outcomes.length);
  }
  return outcomes;
}

async function forwardOnce(
  cache: QueryClient,
  from: Pick<TicketView, 'queueId' | 'whatsappId'>,
  messages: readonly MessageView[],
  { kind, id, key }: Target,
): Promise<void> {
  const ticketId = kind === 'ticket' ? id : await conversationWith(id, from);
  const sent = await api('POST /v1/tickets/:ticketId/forward', {
    params: { ticketId },
    body: { messageIds: messages.map((message) => message.id) },
    idempotencyKey: key,
  });
  for (const message of sent) applyMessage(cache, message);
}

/** The conversation of a contact, begun if there is none, in the queue from which is forwarded. */
async function conversationWith(contactId: number, { queueId, whatsappId }: Pick<TicketView, 'queueId' | 'whatsappId'>): Promise<number> {
  try {
    return (await api('POST /tickets', { body: { contactId, queueId, whatsappId, status: 'open' } })).id;
  } catch (error) {
    const known = error instanceof ApiError && error.code === 'ERR_OTHER_OPEN_TICKET' ? (error.details.ticket as { id?: number }) : null;
    if (!known?.id) throw error;
    return known.id;
  }
}
