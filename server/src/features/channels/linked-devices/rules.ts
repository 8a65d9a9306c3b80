// When a linked device is retried, and which status its connection shows meanwhile. Pure.
import type { ConnectionStatus, WebReason } from '@balcao/contract/connection-rules';

/** Wakes whoever keeps devices. */
export const keepService = 'linkedDevices.keep';

/** How long a process may fail to renew its leases before another takes over. */
export const leaseSeconds = 15;
/** Pause between renewals of a lease. */
export const renewMs = 4_000;
/** A process that could not renew for this long ends its sessions, because others may already have them. */
export const surrenderMs = 11_000;

/**
 * A stanza that ends the session each time must not do so for ever: one that so many logins did not settle is left out, once it is so old.
 * The age keeps safe what a process could not settle because it was killed again and again.
 */
export const replaysMax = 8;
export const replayedForSeconds = 3_600;

/** A connection that lasted this long was no failure, however it ended. Not less, or one that is always ended at once would be opened every 2 s. */
const steadyMs = 60_000;

/** How often a device has failed in a row, once its session ended. `openMs`: how long the session was open; null if it never was. */
export function failuresAfter(retry: 'now' | 'backoff' | 'never', before: number, openMs: number | null): number {
  if (retry !== 'backoff') return 0;
  return openMs !== null && openMs >= steadyMs ? 1 : before + 1;
}

/** Seconds until the next attempt: doubles from 2 s to 5 min, spread so that devices do not all reconnect at once. `random`: 0 to 1. */
export function retrySeconds(failures: number, random: number): number {
  return Math.min(300, 2 ** Math.min(failures, 9)) * (0.75 + random / 2);
}

/** The status of a connection after its session ended: a timeout if it will be retried, else disconnected. */
export function statusAfter(retry: 'now' | 'backoff' | 'never'): ConnectionStatus {
  return retry === 'now' ? 'OPENING' : retry === 'backoff' ? 'TIMEOUT' : 'DISCONNECTED';
}

/** The reason to show; null for a restart that WhatsApp asked for. */
export function shownReason(retry: 'now' | 'backoff' | 'never', reason: WebReason): WebReason | null {
  return retry === 'now' ? null : reason;
}
