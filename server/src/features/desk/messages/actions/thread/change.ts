// What an agent may do to an existing message: retry, delete, react.
import { mayDelete } from '@balcao/contract/message-rules';
import type { MessageView } from '@balcao/contract/messages';
import { mayReach } from '@balcao/contract/ticket-rules';
import { z } from 'zod';
import { SendFailure } from '../../../../../gateways/whatsapp/port.ts';
import type { Ctx, Outside } from '../../../../../platform/context.ts';
import { reading, transaction } from '../../../../../platform/db/transaction.ts';
import { AppError, must } from '../../../../../platform/errors.ts';
import { defineJob } from '../../../../../platform/jobs/define.ts';
import { findConnection } from '../../../../company/connections/reads.ts';
import { noteAck, noteDeleted } from '../../../tickets/actions/for-features/note-message.ts';
import { visibleTicket, writableView } from '../../../tickets/reads.ts';
import { readableMessage, viewMessage } from '../../reads.ts';
import { saveReaction } from '../../store/changes.ts';
import { queueAgain, saveMessage, settleMessage } from '../../store/messages.ts';
import { deliverSoon } from '../out/deliver.ts';
import { deliveryTarget } from '../out/delivery-target.ts';
import { announceChanged } from './announce.ts';
import { holdMessage } from './hold-message.ts';

/** Queues a failed message again. ERR_MESSAGE_NOT_FAILED; refuses as `mayReach`. */
export function retryMessage(ctx: Ctx, messageId: number): Promise<MessageView> {
  return transaction(ctx, async (ctx) => {
    const { ticket_id: ticketId } = await readableMessage(ctx, messageId);
    const message = await holdMessage(ctx, messageId);
    if (message.state !== 'failed' || message.is_deleted) throw new AppError('ERR_MESSAGE_NOT_FAILED');
    const ticket = writableView(await visibleTicket(ctx, ticketId));
    // A template may be sent while the window is shut.
    must(mayReach(message.template ? { ...ticket, windowClosesAt: null } : ticket, ctx.now()));
    await queueAgain(ctx, message, ctx.now());
    await noteAck(ctx, message.ticket_id, messageId, 0, false);
    await deliverSoon(ctx, message.connection_id);
    return announceChanged(ctx, messageId);
  });
}

/** Deletes one of our messages for everyone. One that is still waiting is not sent. Refuses as `mayDelete`, or with the channel's reason. */
export async function deleteMessage(ctx: Outside, messageId: number): Promise<MessageView> {
  const withdrawn = await transaction(ctx, async (ctx) => {
    const seen = await readableMessage(ctx, messageId);
    const message = await holdMessage(ctx, messageId);
    const connection = await findConnection(ctx, message.connection_id);
    const current = { ...viewMessage(ctx, seen), state: message.outbox?.state ?? message.state };
    if (must(mayDelete(current, connection?.channel, ctx.now().getTime())) === 'revoke') return null;
    await settleMessage(ctx, messageId, { state: 'failed', ack: 0, failReason: 'deleted' }, ctx.now());
    await saveMessage(ctx, messageId, { is_deleted: true }, ctx.now());
    await noteAck(ctx, message.ticket_id, messageId, 0, false);
    await noteDeleted(ctx, message.ticket_id, messageId);
    // Wake the outbox: later messages of the chat may have waited for this one.
    await deliverSoon(ctx, message.connection_id);
    return announceChanged(ctx, messageId);
  });
  if (withdrawn) return withdrawn;
  const there = await reading(ctx, (ctx) => deliveryTarget(ctx, messageId));
  if (!there?.ref) throw new AppError('ERR_DELETE_WAPP_MSG', { reason: 'under_way' });
  try {
    await ctx.gateways.channel(there.channel).revoke(there.account, there.to, there.ref.externalId);
  } catch (error) {
    if (error instanceof SendFailure) throw new AppError('ERR_DELETE_WAPP_MSG', { reason: error.reason });
    throw error;
  }
  return transaction(ctx, async (ctx) => {
    const { ticket_id: ticketId } = await holdMessage(ctx, messageId);
    await saveMessage(ctx, messageId, { is_deleted: true }, ctx.now());
    await noteDeleted(ctx, ticketId, messageId);
    return announceChanged(ctx, messageId);
  });
}

export const sendReactionJob = defineJob({
  name: 'messages.sendReaction',
  lane: 'sending',
  payload: z.object({ messageId: z.number() }),
  maxAttempts: 4,
  run: async (ctx, { messageId }) => {
    const there = await reading(ctx, (ctx) => deliveryTarget(ctx, messageId));
    if (!there?.ref) return;
    const emoji = there.ownReaction;
    const content = { type: 'reaction', target: there.ref, emoji } as const;
    try {
      await ctx.gateways
        .channel(there.channel)
        .send(there.account, { clientKey: `reaction:${messageId}:${emoji}`, to: there.to, content, quoted: null });
    } catch (error) {
      if (!(error instanceof SendFailure) || error.outcome === 'retry') throw error;
      ctx.log.warn({ messageId, reason: error.reason }, 'reaction not sent');
    }
  },
});

/** Adds our reaction to a message, or removes it if `emoji` is empty. */
export function reactToMessage(ctx: Ctx, messageId: number, emoji: string): Promise<MessageView> {
  return transaction(ctx, async (ctx) => {
    await readableMessage(ctx, messageId);
    const { connection_id: connectionId } = await holdMessage(ctx, messageId);
    await saveReaction(ctx, messageId, { fromMe: true, author: '', authorName: null, emoji, at: ctx.now() }, ctx.now());
    // One queue per connection: a reaction that is being sent arrives before the one that replaces it.
    await ctx.enqueue(sendReactionJob, { messageId }, { key: String(messageId), queue: `reactions:${connectionId}` });
    return announceChanged(ctx, messageId);
  });
}
