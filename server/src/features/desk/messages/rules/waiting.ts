import type { ConnectionChannel, ConnectionStatus } from '@balcao/contract/connection-rules';

/** So old a message becomes while its connection is away before it is given up, in ms. */
export const connectionAwaitedMs = 24 * 3_600_000;

/** Pause before a send that found no connection is tried again while the connection counts as there, in ms. */
export const noConnectionRetryMs = 3_000;

/** Once beginning a conversation was refused, others wait at least this long, in ms; how long in all is decided by what is known of the number. */
export const firstHoldMs = 15 * 60_000;

/** Can nothing leave now, whatever it is? Only a phone is away; the others answer for themselves. */
export function isAway(connection: { channel: ConnectionChannel; status: ConnectionStatus }): boolean {
  return connection.channel === 'whatsapp_web' && connection.status !== 'CONNECTED';
}

/** Until when messages that begin conversations wait; null: not now. */
export function heldUntil(connection: { new_chats_held_until: Date | null }, now: Date): Date | null {
  const until = connection.new_chats_held_until;
  return until && until > now ? until : null;
}
