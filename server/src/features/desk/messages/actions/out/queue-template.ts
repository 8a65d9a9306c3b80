// Templates are messages like all others, but for one thing: they may be sent while the window is shut.
import { randomUUID } from 'node:crypto';
import type { MessageView } from '@balcao/contract/messages';
import { mayReach, mayWrite } from '@balcao/contract/ticket-rules';
import type { Tx } from '../../../../../platform/context.ts';
import { AppError, must } from '../../../../../platform/errors.ts';
import { holdTicket } from '../../../tickets/actions/for-features/hold-ticket.ts';
import { writableView } from '../../../tickets/reads.ts';
import { viewMessages } from '../../reads.ts';
import type { SentTemplate } from '../../view.ts';
import { deliverSoon } from './deliver.ts';
import { filling, queueMessage } from './queue-message.ts';
import { keyedMessages } from './sent-before.ts';

type Chat = { connectionId: number; contactId: number };

/** A template with its variables filled in, as a message. */
export type TemplateMessage = { body: string; template: SentTemplate };

/**
 * Queues a template for the customer of a ticket. `compose` says what it contains, given the chat; `fill` fills in the variables of texts. If the same actor repeats an
 * `idempotencyKey`, the same message is returned and nothing is sent again. The product may also write in a closed ticket. Refuses with
 * ERR_NO_TICKET_FOUND, ERR_TEMPLATE_CHANNEL, as `mayWrite` but for the window, and as `compose`.
 */
export async function queueTemplate(
  ctx: Tx,
  ticketId: number,
  compose: (to: Chat, fill: (text: string) => string) => Promise<TemplateMessage>,
  idempotencyKey: string | null,
): Promise<MessageView> {
  const author = ctx.actor.kind === 'user' ? ctx.actor.id : null;
  const keyStart = `${author ?? 'system'}:${idempotencyKey ?? randomUUID()}`;
  const ticket = await holdTicket(ctx, ticketId);
  if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND');
  const [before] = idempotencyKey ? await viewMessages(ctx, await keyedMessages(ctx, ticketId, keyStart)) : [];
  if (before) return before;
  const open = { ...writableView(ticket), windowClosesAt: null };
  const connection = must(author === null ? mayReach(open, ctx.now()) : mayWrite(open, ctx.now()));
  if (connection.channel !== 'whatsapp_cloud') throw new AppError('ERR_TEMPLATE_CHANNEL');
  const { body, template } = await compose({ connectionId: connection.id, contactId: ticket.contact_id }, await filling(ctx, ticket));
  const view = await queueMessage(ctx, ticket, connection.id, {
    body,
    media_type: 'conversation',
    template: JSON.stringify(template),
    client_key: `${keyStart}:0`,
    user_id: author,
  });
  await deliverSoon(ctx, connection.id);
  return view;
}
