// When a linked device is tried again, and how its connection looks meanwhile. Pure.
import type { ConnectionStatus, WebReason } from '@balcao/contract/connection-rules';

/** How long a process may go without renewing what it runs before another takes over. */
export const leaseSeconds = 15;
/** Every so often a lease is renewed. */
export const renewMs = 4_000;
/** A process that could not renew for so long ends what it runs by itself: the others may have it already. */
export const surrenderMs = 11_000;

/** Seconds until the next attempt: doubles from 2 s to 5 min, and spreads so that many devices do not come back at once. `random`: 0 to 1. */
export function retrySeconds(failures: number, random: number): number {
  return Math.min(300, 2 ** Math.min(failures, 9)) * (0.75 + random / 2);
}

/** The status of a connection whose session ended. What will be tried again has timed out; what will not is disconnected. */
export function statusAfter(retry: 'now' | 'backoff' | 'never'): ConnectionStatus {
  return retry === 'now' ? 'OPENING' : retry === 'backoff' ? 'TIMEOUT' : 'DISCONNECTED';
}

/** Is it worth saying why? A restart that WhatsApp asked for is none of anybody's business. */
export function shownReason(retry: 'now' | 'backoff' | 'never', reason: WebReason): WebReason | null {
  return retry === 'now' ? null : reason;
}
