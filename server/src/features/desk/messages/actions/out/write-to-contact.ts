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
import { type CaptionedFile, partsOfFiles } from './file-parts.ts';
import { fillingIn, type Part, queueMessage } from './queue-message.ts';
import { type TemplateMessage, templatePart } from './queue-template.ts';
import type { AutomaticKind } from './say-system.ts';
import type { FileFields } from './store-file.ts';

export type Chat = { contactId: number; connectionId: number };

/** Locks a chat until the transaction ends: before its tickets and messages. */
export function holdChat(ctx: Tx, { contactId, connectionId }: Chat): Promise<void> {
  return lockChat(ctx, connectionId, contactId);
}

export type Writing = {
  body: string;
  file: FileFields | null;
  /** Go before, each as a message of its own. */
  files: readonly CaptionedFile[];
  /** Composes what goes instead of all that while the window is shut; null: nothing may. */
  template: ((fill: (text: string) => string) => Promise<TemplateMessage>) | null;
  key: string;
  kind: AutomaticKind;
  /** A person overruled the health of the number: it holds none of this back. */
  overrules: boolean;
};

/**
 * Queues a text or a file with its caption for a contact, with variables filled in, in the active ticket or else in a closed one, which stays
 * closed. Answers with that message, the last of all. `key` is unique in the company: the second message with it is refused. The caller holds
 * the chat. Refuses as `mayReach`, and with ERR_MEDIA_TYPE, ERR_EMPTY_MESSAGE, ERR_CREATING_MESSAGE, and as `template`.
 */
export async function writeToContact(
  ctx: Tx,
  chat: Chat,
  { body, file, files, template, key, kind, overrules }: Writing,
): Promise<MessageView> {
  const found = await ticketForChat(ctx, { ...chat, fromMe: true, at: ctx.now(), history: false, text: '' });
  const ticket = await holdTicket(ctx, found.id);
  if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND');
  const view = writableView(ticket);
  const open = mayReach(view, ctx.now());
  const shut = !open.ok && open.error === 'ERR_WINDOW_CLOSED';
  const connection = must(shut && template ? mayReach({ ...view, windowClosesAt: null }, ctx.now()) : open);
  const fill = fillingIn(ctx, ticket, await settingOf(ctx, 'timeZone'));
  const automatic = { user_id: null, automatic: kind, overrules };
  const last = shut && template ? templatePart(await template(fill), file) : partOf(fill(body), file, connection.channel);
  if (!shut) {
    for (const [index, { takesCaption: _, ...part }] of partsOfFiles(connection.channel, files).entries()) {
      await queueMessage(ctx, ticket, connection.id, { ...part, client_key: `system:${key}:file${index}`, ...automatic });
    }
  }
  const said = await queueMessage(ctx, ticket, connection.id, { ...last, client_key: `system:${key}`, ...automatic });
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
