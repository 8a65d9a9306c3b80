// What Meta's error codes mean for a message. Meta advises to branch on `code`, because the HTTP status is inconsistent:
// https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
import { passesSoonMs, type SendFailure, type SendReason } from './port.ts';

type Meaning = { outcome: SendFailure['outcome']; reason: SendReason; retryAfterMs: number };

const second = 1000;
const minute = 60 * second;

const reasons: Partial<Record<SendReason, readonly number[]>> = {
  credentials: [0, 33, 102, 190, 463, 467],
  not_permitted: [3, 10, 131005, 131030, 131037, 131062, 131063, 137000],
  invalid_request: [100, 131008, 131009, 131021, 131051, 132068, 132069, 135000],
  window_closed: [131047],
  not_on_whatsapp: [131026],
  opted_out: [131050],
  restricted: [368, 130497, 131031, 131048, 131064],
  // They concern one person, not the number.
  marketing_limit: [130472, 131049],
  template_missing: [132001],
  template_variables: [132000, 132008, 132012, 132018],
  template_content: [132005, 132007],
  template_paused: [132015],
  template_disabled: [132016],
  media_rejected: [131052, 131053],
  number_not_registered: [131045, 133000, 133010],
  payment: [131042],
};

const passing: Record<number, Meaning> = {
  1: { outcome: 'retry', reason: 'network', retryAfterMs: passesSoonMs },
  2: { outcome: 'retry', reason: 'network', retryAfterMs: passesSoonMs },
  4: { outcome: 'retry', reason: 'rate_limited', retryAfterMs: minute },
  17: { outcome: 'retry', reason: 'rate_limited', retryAfterMs: minute },
  32: { outcome: 'retry', reason: 'rate_limited', retryAfterMs: minute },
  613: { outcome: 'retry', reason: 'rate_limited', retryAfterMs: minute },
  80007: { outcome: 'retry', reason: 'rate_limited', retryAfterMs: minute },
  130429: { outcome: 'retry', reason: 'rate_limited', retryAfterMs: 5 * second },
  131000: { outcome: 'retry', reason: 'network', retryAfterMs: passesSoonMs },
  // One message per six seconds to the same person.
  131056: { outcome: 'retry', reason: 'rate_limited', retryAfterMs: 6 * second },
  131016: { outcome: 'retry', reason: 'network', retryAfterMs: passesSoonMs },
  131057: { outcome: 'retry', reason: 'network', retryAfterMs: minute },
};

const refused = new Map(Object.entries(reasons).flatMap(([reason, codes]) => codes.map((code) => [code, reason as SendReason])));

/** The meaning of an error code in the answer to a send; null for an unknown code. */
export function meaningOf(code: number): Meaning | null {
  const transient = passing[code];
  if (transient) return transient;
  const reason = refused.get(code) ?? (code >= 200 && code <= 299 ? 'not_permitted' : null);
  return reason ? { outcome: 'refused', reason, retryAfterMs: 0 } : null;
}

/** Why an accepted message failed later, from the code in its status. */
export function reasonOfStatus(code: number | null): SendReason {
  return (code === null ? null : meaningOf(code)?.reason) ?? 'unknown';
}
