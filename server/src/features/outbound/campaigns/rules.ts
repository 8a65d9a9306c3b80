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

/** Has a person overruled the health of the number, and does that still count? */
export function isOverruled({ overruled_until }: { overruled_until: Date | null }, now: Date): boolean {
  return overruled_until !== null && overruled_until > now;
}

export type Halt = { reason: HaltReason; until: Date };

export type Followed = { message_id: number | null; state: string; attempts: number; delivered_at: Date | null };

/** A message that was handed to the outbox for a contact, in one of the attempts to send to them. */
export type SentPart = { id: number; attempt: number; state: string; fail_reason: string | null };
/** What it was. */
export type EarlierPart = { media_key: string | null; media_type: string; body: string };

/**
 * What a contact of a campaign becomes by how far the messages to them have come; null: nothing new. It is as far as the last message, and has
 * failed once the last is settled and any failed that no later attempt made good. `delivered_at` of one that failed: a part of it arrived.
 */
export function afterMessages(
  shipping: Followed,
  parts: readonly SentPart[],
  now: Date,
): { state: 'sent' | 'delivered' | 'read' | 'failed'; reason: string | null; delivered_at: Date | null } | null {
  const last = parts.find(({ id }) => id === shipping.message_id);
  const reached = last ? stateAfter(last.state) : null;
  if (reached === null) return null;
  const failed = parts.filter(
    ({ state, attempt, fail_reason }) =>
      state === 'failed' && (attempt === shipping.attempts || mayHaveArrived.includes(fail_reason ?? '')),
  );
  // What may be sent again decides whether the contact is.
  const worst = failed.find(({ fail_reason }) => !mayHaveArrived.includes(fail_reason ?? '')) ?? failed[0];
  const state = worst ? 'failed' : reached;
  if (shipping.state === state && (!worst || hasArrived(parts) === (shipping.delivered_at !== null))) return null;
  const isQuestion = shipping.state === 'asking';
  if (!isQuestion && !['queued', 'sent', 'delivered', 'read', 'failed'].includes(shipping.state)) return null;
  if (isQuestion && !worst) return null;
  return {
    state,
    reason: worst ? (worst.fail_reason ?? 'deleted') : null,
    delivered_at: worst && !hasArrived(parts) ? null : (shipping.delivered_at ?? now),
  };
}

function hasArrived(parts: readonly SentPart[]): boolean {
  return parts.some(({ state }) => ['sent', 'delivered', 'read'].includes(state));
}

/**
 * Of what an attempt would send: what did not arrive with the earlier ones. `earlier`: the messages that arrived, or may have. `said`: the text of
 * the attempt before.
 */
export function notArrived(earlier: readonly EarlierPart[], said: string): { text: boolean; file: (key: string) => boolean } {
  return {
    // The text may have been the caption of a file.
    text: !earlier.some(({ media_type, body }) => media_type === 'conversation' || (said !== '' && body === said)),
    file: (key) => !earlier.some(({ media_key }) => media_key === key),
  };
}
