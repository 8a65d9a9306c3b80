// Templates are messages like all others, but for one thing: they may be sent while the window is shut.
import type { MessageView } from '@balcao/contract/messages';
import { mayReach, mayWrite } from '@balcao/contract/ticket-rules';
import { newId } from '../../../../../platform/chance.ts';
import { type Tx, userIdOf } from '../../../../../platform/context.ts';
import { AppError, must } from '../../../../../platform/errors.ts';
import { removeFilesLater } from '../../../../company/system/actions.ts';
import { holdTicket } from '../../../tickets/actions/for-features/hold-ticket.ts';
import { writableView } from '../../../tickets/reads.ts';
import { viewMessages } from '../../reads.ts';
import type { SentTemplate } from '../../view.ts';
import { deliverSoon } from './deliver.ts';
import { filling, type Part, queueMessage } from './queue-message.ts';
import { keyedMessages } from './sent-before.ts';
import { type FileFields, keysOf } from './store-file.ts';

type Chat = { connectionId: number; contactId: number };

/** A template with its variables filled in, as a message. `withFile`: the attached file stands above the text. */
export type TemplateMessage = { body: string; template: SentTemplate; withFile: boolean };

/** The message that is a template; `file` goes with it if it is to. */
export function templatePart({ body, template, withFile }: TemplateMessage, file: Partial<FileFields> | null): Part & { template: string } {
  const own = withFile && file ? { ...fileFieldsOf(file), media_state: 'ready' as const } : {};
  return { ...own, body, media_type: 'conversation', template: JSON.stringify(template) };
}

/** Only what is known of a file, whatever else the row has. */
function fileFieldsOf({
  media_key,
  media_name,
  media_mime,
  media_size,
  thumb_key,
  width,
  height,
}: Partial<FileFields>): Partial<FileFields> {
  return { media_key, media_name, media_mime, media_size, thumb_key, width, height };
}

/**
 * Queues a template for the customer of a ticket, with `file` if the template takes it. `compose` says what it contains, given the chat; `fill` fills in the variables of texts. If the same actor repeats an
 * `idempotencyKey`, the same message is returned and nothing is sent again. The product may also write in a closed ticket. Refuses with
 * ERR_NO_TICKET_FOUND, ERR_TEMPLATE_CHANNEL, as `mayWrite` but for the window, and as `compose`.
 */
export async function queueTemplate(
  ctx: Tx,
  ticketId: number,
  compose: (to: Chat, fill: (text: string) => string) => Promise<TemplateMessage>,
  idempotencyKey: string | null,
  file: FileFields | null = null,
): Promise<MessageView> {
  const author = userIdOf(ctx.actor);
  const keyStart = `${author ?? 'system'}:${idempotencyKey ?? newId()}`;
  const ticket = await holdTicket(ctx, ticketId);
  if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND');
  const [before] = idempotencyKey ? await viewMessages(ctx, await keyedMessages(ctx, ticketId, keyStart)) : [];
  if (before) {
    if (file) await removeFilesLater(ctx, keysOf(file));
    return before;
  }
  const open = { ...writableView(ticket), windowClosesAt: null };
  const connection = must(author === null ? mayReach(open, ctx.now()) : mayWrite(open, ctx.now()));
  if (connection.channel !== 'whatsapp_cloud') throw new AppError('ERR_TEMPLATE_CHANNEL');
  const composed = await compose({ connectionId: connection.id, contactId: ticket.contact_id }, await filling(ctx, ticket));
  const view = await queueMessage(ctx, ticket, connection.id, {
    ...templatePart(composed, file),
    client_key: `${keyStart}:0`,
    user_id: author,
  });
  if (file && !composed.withFile) await removeFilesLater(ctx, keysOf(file));
  await deliverSoon(ctx, connection.id);
  return view;
}
