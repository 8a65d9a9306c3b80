import type { Tx } from '../../../../../platform/context.ts';
import { lockTickets } from '../../../tickets/actions/for-features/hold-ticket.ts';
import { noteAck } from '../../../tickets/actions/for-features/note-message.ts';
import { lockMessage, settleMessage } from '../../store/messages.ts';
import type { OutboxRow, Waiting } from '../../store/outbox.ts';
import type { MessageRow } from '../../view.ts';
import { announceChanged } from '../thread/announce.ts';

/** Marks a message as failed, with one of the channel's reasons. The caller has locked it (`holdMessage`). */
export async function failMessage(ctx: Tx, message: Pick<MessageRow, 'id' | 'ticket_id'>, reason: string): Promise<void> {
  await settleMessage(ctx, message.id, { state: 'failed', ack: 0, failReason: reason }, ctx.now());
  await noteAck(ctx, message.ticket_id, message.id, 0, true);
  await announceChanged(ctx, message.id);
}

/** Marks messages of an outbox as failed. They were found without a lock, so those that are no longer `still` so are left alone. */
export async function failAll(ctx: Tx, found: readonly Waiting[], reason: string, still: (row: OutboxRow) => boolean): Promise<void> {
  if (found.length === 0) return;
  await lockTickets(
    ctx,
    found.map(({ ticket_id }) => ticket_id),
  );
  for (const { id } of found) {
    const message = await lockMessage(ctx, id);
    if (message?.outbox && still(message.outbox)) await failMessage(ctx, message, reason);
  }
}
