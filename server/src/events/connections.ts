import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import type { ConnectionView } from '@balcao/contract/connections';
import { fact } from '../platform/facts.ts';

/** A connection was added, or anything about it changed, its status included. */
export const connectionChanged = fact<{ connection: ConnectionView }>('connection.changed');
/** The status of its session changed. */
export const connectionSessionChanged = fact<{ connection: ConnectionView }>('connection.sessionChanged');
/** It was added or got other credentials, so its session should start. */
export const connectionConfigured = fact<{ connectionId: number }>('connection.configured');
/** It uses another channel from now on; what was kept for the old channel is useless. */
export const connectionChannelChanged = fact<{ connectionId: number; from: ConnectionChannel; to: ConnectionChannel }>(
  'connection.channelChanged',
);
/**
 * The provider said what the number may do: with `newChats` how many conversations it may begin until `resetsAt`, else whether it may
 * begin any, and answer. Times are ISO 8601.
 */
export const connectionLimited = fact<{
  connectionId: number;
  restrictedUntil: string | null;
  answersRestrictedUntil: string | null;
  newChats: { used: number; total: number; resetsAt: string | null } | null;
  at: string;
}>('connection.limited');
/** A user wants its WhatsApp Web session started, restarted with a new code, or ended. */
export const sessionCommanded = fact<{ connectionId: number; command: 'start' | 'renew' | 'end'; pairingNumber: string | null }>(
  'connection.sessionCommanded',
);
/** Something about the health of its number changed. */
export const connectionHealthChanged = fact<{ connectionId: number }>('connection.healthChanged');
/** It was removed; its history stays. */
export const connectionDeleted = fact<{ connectionId: number }>('connection.deleted');
