// The state of an outgoing message, and when it is retried. Pure.
import type { Ack, MessageState } from '@balcao/contract/message-rules';

export type DeliveryState = { state: MessageState; ack: Ack };

/** A state in which a message is not, or no longer, in the outbox. */
export type Settled = { state: Exclude<MessageState, 'queued' | 'sending'>; ack: Ack };

export type ChannelStatus = 'sent' | 'delivered' | 'read' | 'played' | 'failed';

/** What a status proves. */
export const reached: Record<Exclude<ChannelStatus, 'failed'>, Settled> = {
  sent: { state: 'sent', ack: 1 },
  delivered: { state: 'delivered', ack: 2 },
  read: { state: 'read', ack: 3 },
  played: { state: 'read', ack: 4 },
};

/**
 * The state after a status, or null if the status changes nothing. Statuses come in any order and more than once: ticks only increase, and a
 * failure counts only before the message was delivered. That it was sent, said late, takes no failure back, but that of which nobody knew whether
 * it had left. `fail_reason`: of a message that failed.
 */
export function afterStatus(now: DeliveryState & { fail_reason?: string | null }, status: ChannelStatus): Settled | null {
  if (status === 'failed') return now.ack >= 2 || now.state === 'failed' ? null : { state: 'failed', ack: 0 };
  if (status === 'sent' && now.state === 'failed' && now.fail_reason !== 'unconfirmed') return null;
  const next = reached[status];
  return next.ack > now.ack ? next : null;
}

/** The state of a message whose ticks a status no longer raises. */
export function settledOf({ state, ack }: DeliveryState): Settled {
  return state === 'queued' || state === 'sending' ? { state: 'sent', ack: 1 } : { state, ack };
}

/**
 * Pause before the next attempt, in ms: doubles from 2 s to 5 min, from the second on spread so that what failed together does not return
 * together. Or the provider's own pause if longer. `random`: 0 to 1.
 */
export function retryDelay(attempts: number, wanted: number, random: number): number {
  const spread = attempts > 1 ? 0.75 + random / 2 : 1;
  return Math.max(wanted, Math.min(300_000, 1000 * 2 ** Math.min(attempts, 9) * spread));
}

/** Automatic texts allowed in a row, without a message from the customer or a person. */
export const automaticTextsMax = 10;

/** Attempts before a send fails for good: some eight minutes. */
export const sendAttemptsMax = 9;

/** How long a send may take before it counts as lost, in ms; longer than any channel's own timeout. Files take longer to upload. */
export const sendLeaseMs = { text: 90_000, file: 180_000 } as const;

/** Is its file one that other messages have as well? A person's own file goes once. */
export function isShared<M extends { automatic: string | null; media_key: string | null }>(
  message: M,
): message is M & { media_key: string } {
  return message.automatic !== null && message.media_key !== null;
}

/** How long an upload is used again, in ms. Meta keeps it for thirty days; a message with it may wait for its turn a little longer. */
export const uploadKeptMs = 28 * 86_400_000;

/** How long a send whose process died may still be settled by a status, in ms. */
export const interruptedLeaseMs = 15_000;

/** Attempts at an inbound fact that cannot be applied yet, e.g. the status of an unknown message. */
export const receiveAttemptsMax = 8;

/** Pause before an inbound fact is retried, in ms: 2 s, 4 s, … 4 min. */
export function receiveDelay(attempts: number): number {
  return 1000 * 2 ** Math.min(attempts + 1, 8);
}
