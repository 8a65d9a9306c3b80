// What the server alone decides about campaigns. Pure.
import type { HaltReason } from '@balcao/contract/campaign-rules';

/** How many messages of campaigns may be in the outbox of one number: fewer than it takes at once, so that an agent's is among the next to go. */
export const outboxMax = 7;
/** How many must have left it before more go in, where nothing asks for a pause between them: a few at once cost much less than one by one. */
export const outboxRefill = 4;
/** When to look again while a campaign is held back, in ms; the product also looks when something changes. */
export const recheckMs = { outbox: 1_000, connection: 60_000, plan: 10 * 60_000, numbers: 5_000, template: 10 * 60_000 } as const;
/** How long a campaign waits until the numbers of its list are looked up, in ms. */
export const numbersAwaitedMs = 15 * 60_000;
/** What a meter said counts this long, in ms. */
export const judgedMs = 60_000;
/** How long after a customer wrote a Cloud API number may send free text, in ms. */
export const windowMs = 24 * 3_600_000;
/** How long a question for confirmation may be answered, in ms. */
export const confirmationAwaitedMs = 24 * 3_600_000;
/** How long after a message of a campaign the customer's next message counts as the answer, in ms. */
export const replyCountsMs = 7 * 24 * 3_600_000;
/** The most by which the text waits after the confirmation, in ms. */
export const confirmedPauseMs = 10_000;

/** How far a contact has come by the state of its last message; null: nothing to note. */
export function stateAfter(messageState: string): 'sent' | 'delivered' | 'read' | 'failed' | null {
  return messageState === 'sent' || messageState === 'delivered' || messageState === 'read' || messageState === 'failed'
    ? messageState
    : null;
}

/** Failures after which a message may have arrived: it is never sent again. */
export const mayHaveArrived: readonly string[] = ['unconfirmed'];

export type Halt = { reason: HaltReason; until: Date };

export type Followed = { message_id: number | null; state: string; delivered_at: Date | null };

/** What a contact of a campaign becomes by how far their last message has come; null: nothing new. */
export function afterMessage(
  shipping: Followed,
  message: { id: number; state: string; fail_reason: string | null },
  now: Date,
): { state: 'sent' | 'delivered' | 'read' | 'failed'; reason: string | null; delivered_at: Date | null } | null {
  const reached = stateAfter(message.state);
  if (shipping.message_id !== message.id || reached === null || shipping.state === reached) return null;
  const isQuestion = shipping.state === 'asking';
  if (!isQuestion && !['queued', 'sent', 'delivered', 'read', 'failed'].includes(shipping.state)) return null;
  if (isQuestion && reached !== 'failed') return null;
  const failed = reached === 'failed';
  return {
    state: reached,
    reason: failed ? (message.fail_reason ?? 'deleted') : null,
    delivered_at: failed ? null : (shipping.delivered_at ?? now),
  };
}
