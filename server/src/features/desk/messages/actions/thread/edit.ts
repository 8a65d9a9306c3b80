import { isEditable } from '@balcao/contract/message-rules';
import type { MessageView } from '@balcao/contract/messages';
import { mayReach } from '@balcao/contract/ticket-rules';
import { SendFailure } from '../../../../../gateways/whatsapp/port.ts';
import type { Outside } from '../../../../../platform/context.ts';
import { reading, transaction } from '../../../../../platform/db/transaction.ts';
import { AppError, must } from '../../../../../platform/errors.ts';
import { noteText } from '../../../tickets/actions/for-features/note-message.ts';
import { visibleTicket, writableView } from '../../../tickets/reads.ts';
import { readableMessage, viewMessage } from '../../reads.ts';
import { insertEdit } from '../../store/changes.ts';
import { saveMessage } from '../../store/messages.ts';
import { deliveryTarget } from '../out/delivery-target.ts';
import { filling } from '../out/queue-message.ts';
import { announceChanged } from './announce.ts';
import { holdMessage } from './hold-message.ts';

/**
 * Edits one of our texts, with variables filled in, first on the customer's phone; also in a closed ticket. The former text is kept as a
 * version. Throws ERR_EDITING_WAPP_MSG with a `reason`: `not_editable` (not ours, no text, not sent, too old, or the channel cannot), else
 * the reason of the channel's refusal. Refuses as `mayReach`.
 */
export async function editMessage(ctx: Outside, messageId: number, written: string): Promise<MessageView> {
  const there = await reading(ctx, async (ctx) => {
    const message = await readableMessage(ctx, messageId);
    const ticket = await visibleTicket(ctx, message.ticket_id);
    const fill = await filling(ctx, ticket);
    return { ticket, message, body: fill(written).trim(), view: viewMessage(ctx, message), ...(await deliveryTarget(ctx, messageId)) };
  });
  const { body } = there;
  if (body === '') throw new AppError('ERR_EMPTY_MESSAGE', undefined, [{ path: 'body.body', code: 'required' }]);
  if (there.message.body === body) return there.view;
  const channel = there.channel && ctx.gateways.channel(there.channel);
  if (!there.account || !there.to || !there.ref || !channel?.edit || !isEditable(there.view, there.channel, ctx.now().getTime()))
    throw new AppError('ERR_EDITING_WAPP_MSG', { reason: 'not_editable' });
  must(mayReach(writableView(there.ticket), ctx.now()));
  try {
    await channel.edit(there.account, there.to, there.ref.externalId, body);
  } catch (error) {
    if (error instanceof SendFailure) throw new AppError('ERR_EDITING_WAPP_MSG', { reason: error.reason });
    throw error;
  }
  return transaction(ctx, async (ctx) => {
    const message = await holdMessage(ctx, messageId);
    await insertEdit(ctx, messageId, message.body, ctx.now());
    await saveMessage(ctx, messageId, { body, is_edited: true }, ctx.now());
    await noteText(ctx, message.ticket_id, messageId, body);
    return announceChanged(ctx, messageId);
  });
}
