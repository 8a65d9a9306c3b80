// What the product says by itself. It goes the way of every other message: a row first, visible in the conversation, sent by the outbox.
import { randomUUID } from 'node:crypto';
import { kindForChannel } from '@balcao/contract/media-rules';
import type { MessageView } from '@balcao/contract/messages';
import { mayReach } from '@balcao/contract/ticket-rules';
import type { Tx } from '../../../../../platform/context.ts';
import { lockVisibleTicket } from '../../../tickets/actions/for-features/hold-ticket.ts';
import { writableView } from '../../../tickets/reads.ts';
import { automaticTextsMax, mediaTypeOf } from '../../rules/content.ts';
import { messagesByClientKeys } from '../../store/messages.ts';
import type { Choices } from '../../view.ts';
import { deliverSoon } from './deliver.ts';
import { filling, type Part, queueMessage } from './queue-message.ts';
import type { FileFields } from './store-file.ts';

export type AutomaticKind =
  | 'greeting'
  | 'menu'
  | 'invalid'
  | 'closed'
  | 'option'
  | 'media'
  | 'accepted'
  | 'transferred'
  | 'goodbye'
  | 'rating'
  | 'inactive'
  | 'call';

/**
 * Says a text to the customer of a ticket, whatever its status, with its variables filled in. Says nothing, and resolves with null, when
 * nothing is left to say, when the customer cannot be reached now (`mayReach`), and when ten automatic texts have stayed without a word of
 * the customer's or of a person's, as when another machine is on the other end. What was said under the key `once` is not said again.
 */
export async function saySystem(
  ctx: Tx,
  ticketId: number,
  text: string,
  { kind, choices = null, once = null }: { kind: AutomaticKind; choices?: Choices | null; once?: string | null },
): Promise<MessageView | null> {
  if (text.trim() === '') return null;
  const open = await openFor(ctx, ticketId);
  if (!open || (once !== null && (await messagesByClientKeys(ctx, `automatic:${once}`)).length > 0)) return null;
  const fill = await filling(ctx, open.ticket);
  const body = fill(text);
  if (body.trim() === '') return null;
  const tappable = choices && { ...choices, prompt: fill(choices.prompt) };
  return speak(ctx, open, { body, media_type: 'conversation' }, { kind, choices: tappable, once });
}

/** Sends a stored file in the same way; also null when the channel does not take it. */
export async function sendSystemFile(ctx: Tx, ticketId: number, file: FileFields): Promise<MessageView | null> {
  const open = await openFor(ctx, ticketId);
  const as = open && kindForChannel(open.connection.channel, file.media_mime, file.media_size);
  if (!as) return null;
  const body = as === 'document' ? (file.media_name ?? '') : '';
  return speak(
    ctx,
    open,
    { ...file, body, media_type: mediaTypeOf(as), media_state: 'ready' },
    { kind: 'media', choices: null, once: null },
  );
}

type Open = {
  ticket: Awaited<ReturnType<typeof lockVisibleTicket>>;
  connection: { id: number; channel: Parameters<typeof kindForChannel>[0] };
};

async function openFor(ctx: Tx, ticketId: number): Promise<Open | null> {
  const ticket = await lockVisibleTicket(ctx, ticketId);
  if (ticket.automatic_texts >= automaticTextsMax) return null;
  const reach = mayReach(writableView(ticket), ctx.now());
  return reach.ok ? { ticket, connection: reach.value } : null;
}

async function speak(
  ctx: Tx,
  { ticket, connection }: Open,
  part: Part,
  { kind, choices, once }: { kind: AutomaticKind; choices: Choices | null; once: string | null },
): Promise<MessageView> {
  const said = await queueMessage(ctx, ticket, connection.id, {
    ...part,
    client_key: `automatic:${once ?? randomUUID()}:0`,
    user_id: null,
    automatic: kind,
    choices: choices && JSON.stringify(choices),
  });
  await deliverSoon(ctx, connection.id);
  return said;
}
