import type { Tx } from '../../../../../platform/context.ts';
import { noteAck } from '../../../tickets/actions/for-features/note-message.ts';
import { moveState } from '../../store/messages.ts';
import type { MessageRow } from '../../view.ts';
import { announceChanged } from '../thread/announce.ts';

/** Marks a message as failed, with one of the channel's reasons. */
export async function failMessage(ctx: Tx, message: Pick<MessageRow, 'id' | 'ticket_id'>, reason: string): Promise<void> {
  await moveState(ctx, message.id, { state: 'failed', ack: 0, failReason: reason, nextAttemptAt: null }, ctx.now());
  await noteAck(ctx, message.ticket_id, message.id, 0, true);
  await announceChanged(ctx, message.id);
}
