// The meaning of WhatsApp's codes: in the ack of a refused message, and when a connection closes.
import type { WebReason } from '@balcao/contract/connection-rules';
import { passesSoonMs, SendFailure, type SendReason } from '../port.ts';

type Meaning = { outcome: SendFailure['outcome']; reason: SendReason; retryAfterMs?: number };

const minute = 60_000;

// WhatsApp publishes no list. 463 and 479 are named in the library's own table (SERVER_ERROR_CODES): the account may not begin chats with
// strangers now (a repeat counts as another attempt and makes it longer), and the stanza was malformed, mostly due to a stale device list,
// which the library refreshes before the next attempt. The others follow XMPP's legacy codes (XEP-0086), on which the protocol is modelled.
const acks: Partial<Record<string, Meaning>> = {
  '400': { outcome: 'refused', reason: 'invalid_request' },
  '401': { outcome: 'refused', reason: 'not_permitted' },
  '403': { outcome: 'refused', reason: 'not_permitted' },
  '404': { outcome: 'refused', reason: 'not_on_whatsapp' },
  '405': { outcome: 'refused', reason: 'not_permitted' },
  '406': { outcome: 'refused', reason: 'invalid_request' },
  '408': { outcome: 'retry', reason: 'network', retryAfterMs: passesSoonMs },
  '409': { outcome: 'retry', reason: 'network', retryAfterMs: passesSoonMs },
  '410': { outcome: 'refused', reason: 'not_on_whatsapp' },
  '413': { outcome: 'refused', reason: 'media_rejected' },
  '420': { outcome: 'retry', reason: 'rate_limited', retryAfterMs: 5 * minute },
  // A group that has switched to the other kind of ids.
  '421': { outcome: 'refused', reason: 'invalid_request' },
  '429': { outcome: 'retry', reason: 'rate_limited', retryAfterMs: 5 * minute },
  '463': { outcome: 'refused', reason: 'restricted' },
  '475': { outcome: 'refused', reason: 'restricted' },
  '479': { outcome: 'retry', reason: 'network', retryAfterMs: passesSoonMs },
  '500': { outcome: 'retry', reason: 'network', retryAfterMs: passesSoonMs },
  '503': { outcome: 'retry', reason: 'network', retryAfterMs: passesSoonMs },
};

/** The meaning of an ack's `error`. Such a message was not accepted, so the result is never uncertain. */
export function refusalOf(ackError: string): SendFailure {
  const meaning = (Object.hasOwn(acks, ackError) ? acks[ackError] : undefined) ?? { outcome: 'refused', reason: 'unknown' };
  return new SendFailure(meaning.outcome, meaning.reason, `ack error ${ackError}`, meaning.retryAfterMs ?? 0);
}

export type Closing = {
  reason: WebReason;
  /** `now`: part of the protocol, not a failure. `never`: only a person can continue. */
  retry: 'now' | 'backoff' | 'never';
  /** The phone or WhatsApp has removed this device: its keys are useless and must be deleted. */
  unlinked: boolean;
};

/** The state in which a connection closed: linked to a phone, or offering codes. */
export type Stage = { linked: boolean; pairing: 'qr' | 'code' | null };

// Codes of the library's DisconnectReason: those of WhatsApp's <stream:error> and <failure>, plus 408 and 428 for the transport.
// <failure>: 402 temporary ban, 403 the account is locked or its phone gone, 405 client too old, 406 banned, 409 unknown client,
// 413-415 refused login tokens, 418 unknown.
const closings: Partial<Record<number, Closing>> = {
  400: { reason: 'refused', retry: 'backoff', unlinked: false },
  401: { reason: 'logged_out', retry: 'never', unlinked: true },
  402: { reason: 'restricted', retry: 'never', unlinked: false },
  403: { reason: 'banned', retry: 'never', unlinked: true },
  405: { reason: 'outdated', retry: 'backoff', unlinked: false },
  406: { reason: 'banned', retry: 'never', unlinked: true },
  409: { reason: 'outdated', retry: 'backoff', unlinked: false },
  411: { reason: 'bad_session', retry: 'never', unlinked: true },
  413: { reason: 'refused', retry: 'backoff', unlinked: false },
  414: { reason: 'refused', retry: 'backoff', unlinked: false },
  415: { reason: 'refused', retry: 'backoff', unlinked: false },
  418: { reason: 'refused', retry: 'backoff', unlinked: false },
  // The library uses 408 for timeouts, refused and reset connections, and DNS failures.
  408: { reason: 'network', retry: 'backoff', unlinked: false },
  428: { reason: 'network', retry: 'backoff', unlinked: false },
  // Another client took the connection over. A retry would disconnect it, and it would disconnect us again.
  440: { reason: 'replaced', retry: 'never', unlinked: false },
  // The library also uses it for unknown stream errors, so the keys are kept.
  500: { reason: 'bad_session', retry: 'backoff', unlinked: false },
  501: { reason: 'refused', retry: 'backoff', unlinked: false },
  503: { reason: 'network', retry: 'backoff', unlinked: false },
  515: { reason: 'network', retry: 'now', unlinked: false },
};

/** Why a connection closed and whether to retry, from the status code and the message of the library's last error. */
export function reasonOfClose(statusCode: number | undefined, message: string | undefined, stage: Stage): Closing {
  // The library ends with this if the codes were not used in time. Refused and silent connections also have 408.
  if (statusCode === 408 && !stage.linked && stage.pairing !== null && message?.includes('QR refs')) {
    return { reason: stage.pairing === 'code' ? 'pairing_expired' : 'qr_expired', retry: 'never', unlinked: false };
  }
  return (statusCode === undefined ? undefined : closings[statusCode]) ?? { reason: 'network', retry: 'backoff', unlinked: false };
}
