import type { Tx } from '../../../../../platform/context.ts';
import { type ChatToOpen, type OpenedChat, type OpenedTogether, openChat as open, openChats as openAll } from '../../store/held.ts';

export type { OpenedChat, OpenedTogether } from '../../store/held.ts';

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

/**
 * As `openChat`, for texts that came in from known customers, each in a chat of its own with an active ticket; their keys are noted in the
 * journal. By the place in `chats`: what has to wait for another transaction, or is not as simple as that, is missing.
 */
export function openChats(ctx: Tx, chats: readonly ChatToOpen[]): Promise<ReadonlyMap<number, OpenedTogether>> {
  return openAll(ctx, chats, ctx.now());
}
