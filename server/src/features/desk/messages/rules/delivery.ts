// How far a message has come, and when it is tried again. Pure.
import type { Ack, MessageState } from '@balcao/contract/message-rules';

export type Standing = { state: MessageState; ack: Ack };

export type ChannelStatus = 'sent' | 'delivered' | 'read' | 'played' | 'failed';

const reached: Record<Exclude<ChannelStatus, 'failed'>, Standing> = {
  sent: { state: 'sent', ack: 1 },
  delivered: { state: 'delivered', ack: 2 },
  read: { state: 'read', ack: 3 },
  played: { state: 'read', ack: 4 },
};

/**
 * Where a message stands after a status, or null if the status is no news. Statuses come in any order and more than once: ticks only go up,
 * and a failure counts only while nothing has arrived.
 */
export function afterStatus(now: Standing, status: ChannelStatus): Standing | null {
  if (status === 'failed') return now.ack >= 2 || now.state === 'failed' ? null : { state: 'failed', ack: 0 };
  const next = reached[status];
  return next.ack > now.ack ? next : null;
}

/** Pause before the next attempt, in ms: doubles from 2 s to 5 min; the provider's own wish wins when longer. */
export function retryDelay(attempts: number, wished: number): number {
  return Math.max(wished, Math.min(300_000, 1000 * 2 ** Math.min(attempts, 9)));
}

/** So many texts the product says by itself in a row; then it waits for a word of the customer or of a person. */
export const automaticTextsMax = 10;

/** After so many attempts a send is given up and shown as failed. */
export const sendAttemptsMax = 8;

/** How long a send may take before it counts as lost, in ms; longer than any channel waits for it. A file is handed over first. */
export const sendLeaseMs = { text: 90_000, file: 180_000 } as const;

/** Attempts at an inbound fact that makes no sense yet, e.g. the status of a message not known yet. */
export const receiveAttemptsMax = 8;

/** Pause before an inbound fact is looked at again, in ms: 2 s, 4 s, … 4 min. */
export function receiveDelay(attempts: number): number {
  return 1000 * 2 ** Math.min(attempts + 1, 8);
}
