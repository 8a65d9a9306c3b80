import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import type { ConnectionView } from '@balcao/contract/connections';
import { fact } from '../platform/facts.ts';

/** A connection was added or something about it is different, its status included. */
export const connectionChanged = fact<{ connection: ConnectionView }>('connection.changed');
/** Its session is in another state. */
export const connectionSessionChanged = fact<{ connection: ConnectionView }>('connection.sessionChanged');
/** It was added or got other credentials, so it wants to be started. */
export const connectionConfigured = fact<{ connectionId: number }>('connection.configured');
/** Its number is reached another way from now on; what belonged to the way before is of no use any more. */
export const connectionChannelChanged = fact<{ connectionId: number; from: ConnectionChannel; to: ConnectionChannel }>(
  'connection.channelChanged',
);
/**
 * The provider said what the number may do: with `newChats` how many conversations it may begin until `resetsAt`, else whether it may at all.
 * Times are ISO 8601.
 */
export const connectionLimited = fact<{
  connectionId: number;
  restrictedUntil: string | null;
  newChats: { used: number; total: number; resetsAt: string | null } | null;
  at: string;
}>('connection.limited');
/** Somebody wants its WhatsApp Web session begun, begun anew with another code, or ended. */
export const sessionCommanded = fact<{ connectionId: number; command: 'start' | 'renew' | 'end'; pairingNumber: string | null }>(
  'connection.sessionCommanded',
);
/** Something is known of how its number is doing that was not known before. */
export const connectionHealthChanged = fact<{ connectionId: number }>('connection.healthChanged');
/** It was removed; its history stays. */
export const connectionDeleted = fact<{ connectionId: number }>('connection.deleted');
