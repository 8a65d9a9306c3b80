import type { ConnectionChannel, ConnectionStatus } from '@balcao/contract/connection-rules';

/** A message that has waited this long for its connection fails, in ms. */
export const connectionAwaitedMs = 24 * 3_600_000;

/** Pause before a retry if a send found no connection although its status is connected, in ms. */
export const noConnectionRetryMs = 3_000;

/** After a refused conversation, new ones are held back at least this long, in ms. The number's health decides how much longer. */
export const firstHoldMs = 15 * 60_000;

/** Can nothing be sent now? Only a linked phone can be away; other channels report failures per message. */
export function isAway(connection: { channel: ConnectionChannel; status: ConnectionStatus }): boolean {
  return connection.channel === 'whatsapp_web' && connection.status !== 'CONNECTED';
}

/** Until when new conversations and answers are held back; null if they are not. */
export function heldUntil(
  { new_chats_held_until, answers_held_until }: { new_chats_held_until: Date | null; answers_held_until: Date | null },
  now: Date,
): { newChats: Date | null; answers: Date | null } {
  const ahead = (until: Date | null) => (until && until > now ? until : null);
  return { newChats: ahead(new_chats_held_until), answers: ahead(answers_held_until) };
}
