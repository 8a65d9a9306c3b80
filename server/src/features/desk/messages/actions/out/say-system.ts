// Automatic texts. They are messages like all others: stored first, visible in the conversation, sent by the outbox.
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { kindForChannel } from '@balcao/contract/media-rules';
import { messageBodyMax } from '@balcao/contract/message-rules';
import type { MessageView } from '@balcao/contract/messages';
import { mayReach } from '@balcao/contract/ticket-rules';
import { newId } from '../../../../../platform/chance.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { mayWork } from '../../../../company/companies/reads.ts';
import { keptSettingsOf } from '../../../../company/settings/reads.ts';
import { holdTicket } from '../../../tickets/actions/for-features/hold-ticket.ts';
import { writableView } from '../../../tickets/reads.ts';
import { mediaTypeOf } from '../../rules/content.ts';
import { automaticTextsMax } from '../../rules/delivery.ts';
import { messagesByClientKeys } from '../../store/messages.ts';
import type { Choices } from '../../view.ts';
import { deliverSoon } from './deliver.ts';
import { fillingIn, type Part, queueMessage } from './queue-message.ts';
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
  | 'call'
  | 'scheduled'
  | 'consent'
  | 'assistant'
  | 'automation';

/** A locked ticket in which automatic texts may be sent. */
export type Conversation = {
  ticket: { id: number; contact_id: number; contact_name: string; protocol: string; automatic_texts: number };
  connection: { id: number; channel: ConnectionChannel };
  timeZone: string;
};

/** `verbatim`: what looks like a variable is not one. */
type Saying = { kind: AutomaticKind; choices?: Choices | null; once?: string | null; verbatim?: boolean };

/**
 * Sends an automatic text to the customer of a ticket, whatever its status, with variables filled in. Sends nothing and returns null if
 * the text is empty, if the customer cannot be reached now (`mayReach`), if a text with the key `once` was sent before, after ten
 * automatic texts without a message from the customer or a person (the other side may be a bot too), or if the company may not work; only
 * that somebody is out or back in is said even then.
 */
export async function saySystem(ctx: Tx, ticketId: number, text: string, saying: Saying): Promise<MessageView | null> {
  if (text.trim() === '') return null;
  const conversation = await conversationOf(ctx, ticketId);
  return conversation && say(ctx, conversation, text, saying);
}

/** Like `saySystem`, for a conversation that the caller has locked and may write in. */
export async function say(
  ctx: Tx,
  conversation: Conversation,
  text: string,
  { kind, choices = null, once = null, verbatim = false }: Saying,
): Promise<MessageView | null> {
  if ((await isSilent(ctx, kind)) || limitReached(conversation) || (await saidBefore(ctx, once))) return null;
  const fill = verbatim ? (text: string) => text.slice(0, messageBodyMax) : fillingIn(ctx, conversation.ticket, conversation.timeZone);
  const body = fill(text);
  if (body.trim() === '') return null;
  const tappable = choices && { ...choices, prompt: fill(choices.prompt) };
  return queueAutomatic(ctx, conversation, { body, media_type: 'conversation' }, { kind, choices: tappable, once });
}

/** Sends a stored file in the same way. Also null if the channel does not accept it. */
export async function sayFile(
  ctx: Tx,
  conversation: Conversation,
  file: FileFields,
  { kind = 'media', once = null, isVoice = false }: { kind?: AutomaticKind; once?: string | null; isVoice?: boolean } = {},
): Promise<MessageView | null> {
  if ((await isSilent(ctx, kind)) || limitReached(conversation) || (await saidBefore(ctx, once))) return null;
  const as = kindForChannel(conversation.connection.channel, file.media_mime, file.media_size);
  if (!as) return null;
  const body = as === 'document' ? (file.media_name ?? '') : '';
  const part: Part = { ...file, body, media_type: mediaTypeOf(as), media_state: 'ready', is_voice: isVoice };
  return queueAutomatic(ctx, conversation, part, { kind, choices: null, once });
}

/** Locks the ticket. Null if free text may not be sent to its customer now. */
export async function conversationOf(ctx: Tx, ticketId: number): Promise<Conversation | null> {
  const ticket = await holdTicket(ctx, ticketId);
  if (!ticket) return null;
  const reach = mayReach(writableView(ticket), ctx.now());
  return reach.ok ? { ticket, connection: reach.value, timeZone: (await keptSettingsOf(ctx)).timeZone } : null;
}

/** What acts without a person stops with the last day of the subscription. */
async function isSilent(ctx: Tx, kind: AutomaticKind): Promise<boolean> {
  return kind !== 'consent' && !(await mayWork(ctx));
}

function limitReached({ ticket }: Conversation): boolean {
  return ticket.automatic_texts >= automaticTextsMax;
}

async function saidBefore(ctx: Tx, once: string | null): Promise<boolean> {
  return once !== null && (await messagesByClientKeys(ctx, [automaticKey(once)])).length > 0;
}

function automaticKey(once: string): string {
  return `automatic:${once}:0`;
}

async function queueAutomatic(
  ctx: Tx,
  { ticket, connection }: Conversation,
  part: Part,
  { kind, choices, once }: { kind: AutomaticKind; choices: Choices | null; once: string | null },
): Promise<MessageView> {
  const said = await queueMessage(ctx, ticket, connection.id, {
    ...part,
    client_key: automaticKey(once ?? newId()),
    user_id: null,
    automatic: kind,
    choices: choices && JSON.stringify(choices),
  });
  ticket.automatic_texts += 1;
  await deliverSoon(ctx, connection.id);
  return said;
}
