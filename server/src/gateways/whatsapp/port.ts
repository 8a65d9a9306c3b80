// The port between Balcão and whatever carries its messages. A connection is a number; a channel is how that number is reached.
// Everything that crosses the port is plain JSON, so it can be written to the journal before anything else happens to it.
import type { ConnectionChannel } from '@balcao/contract/connection-rules';

/** A way to reach or recognise one person or group. A LID is never a phone number. */
export type Address = {
  kind: 'phone' | 'wa_pn' | 'wa_lid' | 'wa_bsuid' | 'username' | 'group';
  /** Digits for `phone` and `wa_pn`, the provider's own text for the rest. */
  value: string;
};

/** Where the bytes of an inbound file can be fetched from; `id` means something to the channel only. */
export type MediaRef = { id: string; mime: string; sha256: string | null; size: number | null; filename: string | null };

export type InboundContent =
  | { type: 'text'; body: string }
  | { type: 'media'; media: MediaRef; as: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'; caption: string }
  | { type: 'location'; latitude: number; longitude: number; name: string | null; address: string | null }
  | { type: 'contacts'; cards: { name: string; phones: string[]; vcard: string | null }[] }
  /** A tap on a button or a list row. `id` is the choice's id, `body` its visible title. */
  | { type: 'choice'; id: string; body: string }
  /** A call, as a line of the conversation. */
  | { type: 'call'; video: boolean; outcome: CallOutcome }
  /**
   * Something the channel announced but cannot show; `what` is the provider's word for it. `awaiting_phone`: it could not be decrypted and
   * comes again under the same id; `view_once`: it may be seen on the phone only.
   */
  | { type: 'unsupported'; what: string };

/** How a call stands. `ringing` becomes one of the others. */
export type CallOutcome = 'ringing' | 'answered' | 'missed' | 'rejected';

/** A message as the provider knows it: enough to react to it, quote it, take it back or say that it was read. */
export type MessageRef = {
  externalId: string;
  fromMe: boolean;
  /** Who wrote it, in a group; null elsewhere. */
  author: Address | null;
};

/** Who did something to a message. Its id alone proves nothing: whoever was sent it may name it. */
export type Doer = {
  /** Done on the phone itself or by another device of ours. */
  fromMe: boolean;
  /** Which member, when the chat is a group and it was not us; best known address first. */
  participant: Address[] | null;
};

/** The end of a chat as far as we have it; `at` in ISO 8601. */
export type LatestMessage = { chat: Address; message: MessageRef; at: string };

/** One fact from outside. `key` identifies the fact within its connection: the same fact delivered again has the same key. */
export type Inbound = { key: string } & (
  | {
      kind: 'message';
      externalId: string;
      /** The chat: the customer, or the group. Best known address first. */
      chat: Address[];
      /** Who wrote, when the chat is a group. */
      participant: { addresses: Address[]; name: string | null } | null;
      name: string | null;
      /** Written on the phone itself or by another device of ours. */
      fromMe: boolean;
      /** ISO 8601, the provider's clock. */
      sentAt: string;
      content: InboundContent;
      quotedExternalId: string | null;
      forwarded: boolean;
      /** Replayed history: stored, but wakes nobody. */
      history: boolean;
    }
  | {
      kind: 'reaction';
      targetExternalId: string;
      chat: Address[];
      /** Who reacted, when the chat is a group; best known address first. */
      participant?: { addresses: Address[]; name: string | null } | null;
      fromMe: boolean;
      emoji: string | null;
      sentAt: string;
    }
  | ({ kind: 'edit'; targetExternalId: string; chat: Address[]; content: InboundContent; sentAt: string } & Doer)
  | ({ kind: 'revoke'; targetExternalId: string; chat: Address[]; sentAt: string } & Doer)
  | {
      kind: 'status';
      externalId: string;
      /** What we sent along (`Outgoing.clientKey`), when the provider gives it back. */
      clientKey: string | null;
      status: 'sent' | 'delivered' | 'read' | 'played' | 'failed';
      at: string;
      reason: SendReason | null;
      /** The id the provider uses for the recipient, where it tells. */
      recipient: Address | null;
    }
  /** The person behind `before` is now reached at `after`. */
  | { kind: 'identity'; before: Address; after: Address[]; at: string }
  /** These addresses reach one and the same person. */
  | { kind: 'same'; addresses: Address[]; at: string }
  /** What somebody is called in the phone's address book or by himself, or a group's subject. `picture`: it was replaced or removed. */
  | {
      kind: 'profile';
      addresses: Address[];
      name: string | null;
      /** The name is how he stands in the phone's address book, where a person wrote it; else his own. */
      book?: boolean;
      picture: boolean;
      at: string;
    }
  /** A call rings or ended. `callId` and `from` are what the channel needs to reject it. */
  | { kind: 'call'; callId: string; from: string; chat: Address[]; video: boolean; outcome: CallOutcome; at: string; history: boolean }
  /** The provider limits what the number may do: chats with strangers that it may still begin, or none until a date. */
  | {
      kind: 'limits';
      restrictedUntil: string | null;
      reason: string | null;
      newChats: { used: number; total: number; resetsAt: string | null } | null;
      at: string;
    }
  /** The provider says something about the number itself (quality, restriction, token). */
  | { kind: 'account'; health: 'ok' | 'restricted' | 'disconnected'; detail: string; at: string }
);

export type OutgoingContent =
  | { type: 'text'; body: string }
  | {
      type: 'media';
      as: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker';
      bytes: Uint8Array;
      mime: string;
      filename: string;
      caption: string;
    }
  | { type: 'location'; latitude: number; longitude: number; name: string | null; address: string | null }
  | { type: 'contacts'; cards: { name: string; phones: string[] }[] }
  /** A menu. `body` is all of it as text, for where nothing can be tapped; `prompt` stands above the rows otherwise. */
  | { type: 'choices'; body: string; prompt: string; style: 'button' | 'list'; rows: { id: string; title: string }[] }
  | { type: 'reaction'; target: MessageRef; emoji: string };

export type Outgoing = {
  /** Ours, unique for ever; comes back in statuses where the provider allows. */
  clientKey: string;
  to: Address;
  content: OutgoingContent;
  /** What it answers, with its text for whoever does not have it any more. */
  quoted: (MessageRef & { text: string }) | null;
};

export type Sent = {
  externalId: string;
  /** The recipient as the provider knows it; may differ from `to` (Brazilian 9th digit). */
  recipient: Address | null;
};

/** Why a message did not go out. Closed, so that each has a sentence in every language. */
export const sendReasons = [
  'window_closed',
  'not_on_whatsapp',
  'recipient_blocked',
  'opted_out',
  'restricted',
  'rate_limited',
  'media_rejected',
  'invalid_request',
  'not_permitted',
  'credentials',
  'number_not_registered',
  'payment',
  'connection_down',
  'network',
  'unconfirmed',
  'unknown',
] as const;
export type SendReason = (typeof sendReasons)[number];

/**
 * A send that did not succeed.
 * `refused`: certainly not sent and will never be; `retry`: certainly not sent, try again after `retryAfterMs`;
 * `uncertain`: may have been sent, so it must not be repeated, only settled by a status.
 */
export class SendFailure extends Error {
  constructor(
    readonly outcome: 'refused' | 'retry' | 'uncertain',
    readonly reason: SendReason,
    readonly detail: string,
    readonly retryAfterMs = 0,
  ) {
    super(`${outcome}: ${reason}: ${detail}`);
  }
}

/** A connection as its channel sees it: identity plus decrypted credentials. Never leaves the server. */
export type Account = {
  companyId: number;
  connectionId: number;
  cloud: { phoneNumberId: string; wabaId: string; accessToken: string; appSecret: string; verifyToken: string } | null;
};

export type CheckResult = { ok: true; number: string | null; name: string | null } | { ok: false; reason: SendReason; detail: string };

export type Channel = {
  kind: ConnectionChannel;
  /** Rejects with `SendFailure`, nothing else. */
  send(account: Account, outgoing: Outgoing): Promise<Sent>;
  /** Takes a sent message back for everyone; channels that cannot do so throw `SendFailure('refused', 'not_permitted')`. */
  revoke(account: Account, to: Address, externalId: string): Promise<void>;
  /** Replaces the text of a sent message; channels without it cannot. Rejects with `SendFailure`. */
  edit?(account: Account, to: Address, externalId: string, text: string): Promise<void>;
  /** Tells the customer that these were read, the latest last. Failures are not the caller's problem and are swallowed by the channel. */
  markRead(account: Account, chat: Address, messages: MessageRef[]): Promise<void>;
  /** The bytes of an inbound file, at most `maxBytes` long. */
  fetchMedia(account: Account, media: MediaRef, maxBytes: number): Promise<Uint8Array>;
  /** Are credentials and number usable right now? */
  check(account: Account): Promise<CheckResult>;
  /** The contacts stored on the phone behind the connection; channels without a phone have none. */
  addressBook?(account: Account): Promise<{ name: string; number: string }[]>;
  /** The addresses behind a number, or null when it is not on WhatsApp. Rejects with `SendFailure` when nobody can say now. */
  checkNumber?(account: Account, number: string): Promise<Address[] | null>;
  /** The picture of a person or group; null without one, or when it is hidden. */
  profilePicture?(account: Account, address: Address): Promise<Uint8Array | null>;
  /** Shows the customer that somebody is writing, or no longer. Failures are swallowed. */
  typing?(account: Account, to: Address, on: boolean): Promise<void>;
  /** Asks to be told when the person writes. Failures are swallowed. */
  watch?(account: Account, address: Address): Promise<void>;
  /**
   * Asks the phone what was written since then (ISO 8601) before the latest message that we have of each of these chats; it comes in as
   * history. Rejects with `SendFailure` when it cannot be asked.
   */
  recheck?(account: Account, since: string, chats: readonly LatestMessage[]): Promise<void>;
  rejectCall?(account: Account, callId: string, from: string): Promise<void>;
  /** True when a repeated send with the same clientKey is the same message (so a crash may be retried). */
  idempotentSends: boolean;
  /** Hours after the customer's last word in which free text is allowed; null when there is no such window. */
  windowHours: number | null;
};
