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

/** Until when new conversations are held back; null if they are not. */
export function heldUntil(connection: { new_chats_held_until: Date | null }, now: Date): Date | null {
  const until = connection.new_chats_held_until;
  return until && until > now ? until : null;
}
