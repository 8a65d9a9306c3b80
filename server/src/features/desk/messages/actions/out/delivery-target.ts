import type { Reader, Tx } from '../../../../../platform/context.ts';
import { accountOf, findConnection } from '../../../../company/connections/reads.ts';
import { replyAddress } from '../../../contacts/reads.ts';
import { messageRef } from '../../rules/people.ts';
import { findMessage } from '../../store/messages.ts';

/** What a channel needs to find a message: account, chat and reference. Null when the message or its connection is gone. */
export async function deliveryTarget(ctx: Reader | Tx, messageId: number) {
  const message = await findMessage(ctx, messageId);
  const connection = message && (await findConnection(ctx, message.connection_id));
  if (!message || !connection) return null;
  return {
    channel: connection.channel,
    account: await accountOf(ctx, connection.id),
    to: await replyAddress(ctx, message.contact_id, connection.channel),
    ref: messageRef(message),
  };
}
