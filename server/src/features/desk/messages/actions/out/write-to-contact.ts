// Messages to contacts that nobody writes at that moment. They go into the conversation like all others.
import { kindForChannel } from '@balcao/contract/media-rules';
import type { MessageView } from '@balcao/contract/messages';
import { mayReach } from '@balcao/contract/ticket-rules';
import type { Tx } from '../../../../../platform/context.ts';
import { AppError, must } from '../../../../../platform/errors.ts';
import { settingOf } from '../../../../company/settings/reads.ts';
import { holdTicket } from '../../../tickets/actions/for-features/hold-ticket.ts';
import { ticketForChat } from '../../../tickets/actions/for-features/ticket-for-chat.ts';
import { writableView } from '../../../tickets/reads.ts';
import { mediaTypeOf } from '../../rules/content.ts';
import { lockChat } from '../../store/messages.ts';
import { deliverSoon } from './deliver.ts';
import { fillingIn, type Part, queueMessage } from './queue-message.ts';
import type { AutomaticKind } from './say-system.ts';
import type { FileFields } from './store-file.ts';

export type Chat = { contactId: number; connectionId: number };

/** Locks a chat until the transaction ends: before its tickets and messages. */
export function holdChat(ctx: Tx, { contactId, connectionId }: Chat): Promise<void> {
  return lockChat(ctx, connectionId, contactId);
}

/**
 * Queues a text or a file with its caption for a contact, with variables filled in, in the active ticket or else in a closed one, which stays
 * closed. `key` is unique in the company: the second message with it is refused. The caller holds the chat. Refuses as `mayReach`, and with
 * ERR_MEDIA_TYPE, ERR_EMPTY_MESSAGE, ERR_CREATING_MESSAGE.
 */
export async function writeToContact(
  ctx: Tx,
  chat: Chat,
  { body, file, key, kind }: { body: string; file: FileFields | null; key: string; kind: AutomaticKind },
): Promise<MessageView> {
  const found = await ticketForChat(ctx, { ...chat, fromMe: true, at: ctx.now(), history: false, text: '' });
  const ticket = await holdTicket(ctx, found.id);
  if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND');
  const connection = must(mayReach(writableView(ticket), ctx.now()));
  const fill = fillingIn(ctx, ticket, await settingOf(ctx, 'timeZone'));
  const said = await queueMessage(ctx, ticket, connection.id, {
    ...partOf(fill(body), file, connection.channel),
    client_key: `system:${key}`,
    user_id: null,
    automatic: kind,
  });
  await deliverSoon(ctx, connection.id);
  return said;
}

function partOf(body: string, file: FileFields | null, channel: Parameters<typeof kindForChannel>[0]): Part {
  if (!file) {
    if (body.trim() === '') throw new AppError('ERR_EMPTY_MESSAGE');
    return { body, media_type: 'conversation' };
  }
  const as = kindForChannel(channel, file.media_mime, file.media_size);
  if (!as) throw new AppError('ERR_MEDIA_TYPE');
  return { ...file, body, media_type: mediaTypeOf(as), media_state: 'ready' };
}
