import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { type Channel, SendFailure } from './port.ts';

/** A channel with no session in this process: it sends nothing, says so, and everything may be tried again later. */
export function offlineChannel(kind: ConnectionChannel): Channel {
  const down = () => new SendFailure('retry', 'connection_down', 'no session in this process', 5000);
  return {
    kind,
    idempotentSends: true,
    windowHours: null,
    send: () => Promise.reject(down()),
    revoke: () => Promise.reject(down()),
    markRead: () => Promise.resolve(),
    fetchMedia: () => Promise.reject(down()),
    check: () => Promise.resolve({ ok: false, reason: 'connection_down', detail: 'no session in this process' }),
  };
}
