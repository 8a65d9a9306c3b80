import type { Reader, Tx } from '../../../../../platform/context.ts';
import { accountOf, findConnection } from '../../../../company/connections/reads.ts';
import { replyAddress } from '../../../contacts/reads.ts';
import { messageRef } from '../../rules/people.ts';
import { findMessage } from '../../store/messages.ts';

/** What a channel needs to reach a contact: account and address. Null when the connection is gone. */
export async function chatTarget(ctx: Reader | Tx, { connectionId, contactId }: { connectionId: number; contactId: number }) {
  const connection = await findConnection(ctx, connectionId);
  if (!connection) return null;
  const account = await accountOf(ctx, connection.id);
  return { channel: connection.channel, account, to: await replyAddress(ctx, contactId, connection.channel) };
}

/** What a channel needs to find a message: account, chat and reference. Null when the message or its connection is gone. */
export async function deliveryTarget(ctx: Reader | Tx, messageId: number) {
  const message = await findMessage(ctx, messageId);
  const chat = message && (await chatTarget(ctx, { connectionId: message.connection_id, contactId: message.contact_id }));
  if (!message || !chat) return null;
  return {
    ...chat,
    ref: messageRef(message),
    /** The emoji we put under it; empty for none. */
    ownReaction: message.reactions.find(({ fromMe }) => fromMe)?.emoji ?? '',
  };
}
