import type { Tx } from '../../../../../platform/context.ts';
import { type OpenedChat, openChat as open } from '../../store/held.ts';

export type { OpenedChat } from '../../store/held.ts';

/**
 * Locks a chat for a message that came in, until the transaction ends: one writer at a time. Says whether the message is there already, and
 * locks the ticket it may belong to; `ticketForChat` decides. Null if the contact was merged into another meanwhile.
 */
export function openChat(
  ctx: Tx,
  chat: { connectionId: number; contactId: number },
  message: { externalId: string; fromMe: boolean },
): Promise<OpenedChat | null> {
  return open(ctx, { ...chat, externalId: message.externalId, fromMe: message.fromMe });
}
