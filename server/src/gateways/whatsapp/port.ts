// The port to messaging providers. A connection is a number; a channel is how that number is reached.
// Everything that crosses the port is plain JSON, so it can be written to the journal before anything else happens.
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import type {
  TemplateCategory,
  TemplateContent,
  TemplateParameters,
  TemplateQuality,
  TemplateStatus,
} from '@balcao/contract/template-rules';

/** An address of a person or group. A LID is never a phone number. */
export type Address = {
  kind: 'phone' | 'wa_pn' | 'wa_lid' | 'wa_bsuid' | 'username' | 'group';
  /** Digits for `phone` and `wa_pn`, the provider's own text for the others. */
  value: string;
};

/** What a customer is making this moment; null: nothing any more. */
export type Writing = 'typing' | 'recording' | null;

/** Where the bytes of an inbound file can be fetched; only the channel understands `id`. */
export type MediaRef = { id: string; mime: string; sha256: string | null; size: number | null; filename: string | null };

export type InboundContent =
  | { type: 'text'; body: string }
  | { type: 'media'; media: MediaRef; as: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'; caption: string }
  /** `picture`: a small JPEG of the map, in base64. */
  | { type: 'location'; latitude: number; longitude: number; name: string | null; address: string | null; picture?: string }
  | { type: 'contacts'; cards: { name: string; phones: string[]; vcard: string | null }[] }
  /** A tap on a button or list row. `id` is the choice's id, `body` its visible title. */
  | { type: 'choice'; id: string; body: string }
  /** A call, shown as a message. */
  | { type: 'call'; video: boolean; outcome: CallOutcome }
  /**
   * The channel announced it but cannot show it; `what` is the provider's name for it. `awaiting_phone`: it could not be decrypted and
   * will come again under the same id; `view_once`: it can be seen only on the phone.
   */
  | { type: 'unsupported'; what: string };

/** The state of a call: `ringing` becomes one of the others. */
export type CallOutcome = 'ringing' | 'answered' | 'missed' | 'rejected';

/** A message as the provider knows it: enough to react to it, quote it, delete it or mark it as read. */
export type MessageRef = {
  externalId: string;
  fromMe: boolean;
  /** The author, in a group; null elsewhere. */
  author: Address | null;
};

/** Who changed a message. The message's id alone proves nothing, because everyone who received it knows it. */
export type ChangedBy = {
  /** Changed on the phone itself or by another of our devices. */
  fromMe: boolean;
  /** In a group, the member who changed it, if it was not us. Best known address first. */
  participant: Address[] | null;
};

/** The latest message that we have of a chat; `at` in ISO 8601. */
export type LatestMessage = { chat: Address; message: MessageRef; at: string };

/** A fact from outside. `key` identifies it within its connection: the same fact delivered again has the same key. */
export type Inbound = { key: string } & (
  | {
      kind: 'message';
      externalId: string;
      /** The chat: the customer or the group. Best known address first. */
      chat: Address[];
      /** The author, in a group. */
      participant: { addresses: Address[]; name: string | null } | null;
      name: string | null;
      /** Written on the phone itself or by another of our devices. */
      fromMe: boolean;
      /** ISO 8601, the provider's clock. */
      sentAt: string;
      content: InboundContent;
      quotedExternalId: string | null;
      forwarded: boolean;
      /** History: stored, but not news. */
      history: boolean;
    }
  | {
      kind: 'reaction';
      targetExternalId: string;
      chat: Address[];
      /** Who reacted, in a group. Best known address first. */
      participant?: { addresses: Address[]; name: string | null } | null;
      fromMe: boolean;
      emoji: string | null;
      sentAt: string;
    }
  | ({ kind: 'edit'; targetExternalId: string; chat: Address[]; content: InboundContent; sentAt: string } & ChangedBy)
  | ({ kind: 'revoke'; targetExternalId: string; chat: Address[]; sentAt: string } & ChangedBy)
  | {
      kind: 'status';
      externalId: string;
      /** Our `Outgoing.clientKey`, if the provider returns it. */
      clientKey: string | null;
      status: 'sent' | 'delivered' | 'read' | 'played' | 'failed';
      at: string;
      reason: SendReason | null;
      /** The provider's id for the recipient, if given. */
      recipient: Address | null;
    }
  /** The person at `before` is now reached at `after`. */
  | { kind: 'identity'; before: Address; after: Address[]; at: string }
  /** These addresses belong to the same person. */
  | { kind: 'same'; addresses: Address[]; at: string }
  /** A person's name, from the phone's address book or their own, or a group's subject. `picture`: the picture was replaced or removed. */
  | {
      kind: 'profile';
      addresses: Address[];
      name: string | null;
      /** The name is from the phone's address book, where a person wrote it; otherwise it is their own. */
      book?: boolean;
      picture: boolean;
      at: string;
    }
  /** A call rings or has ended. The channel needs `callId` and `from` to reject it. */
  | { kind: 'call'; callId: string; from: string; chat: Address[]; video: boolean; outcome: CallOutcome; at: string; history: boolean }
  /**
   * The provider limits the number: with `newChats` how many chats with strangers it may still begin, else until when it may begin none, and until
   * when it may not even answer.
   */
  | {
      kind: 'limits';
      restrictedUntil: string | null;
      answersRestrictedUntil: string | null;
      reason: string | null;
      newChats: { used: number; total: number; resetsAt: string | null } | null;
      at: string;
    }
  /** The provider says something about a template. `null` fields did not change. `reason`: why it was rejected or paused, in its words. */
  | {
      kind: 'template';
      name: string;
      language: string;
      status: TemplateStatus | null;
      quality: TemplateQuality | null;
      category: TemplateCategory | null;
      reason: string | null;
      at: string;
    }
  /** The provider reports something about the number itself (quality, restriction, token). */
  | { kind: 'account'; health: 'ok' | 'restricted' | 'disconnected'; detail: string; at: string }
);

export type OutgoingContent =
  | { type: 'text'; body: string }
  | {
      type: 'media';
      as: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker';
      bytes: Uint8Array;
      /** The provider's id of the file, from `Channel.upload`. Then `bytes` may be empty. */
      uploadedAs?: string;
      mime: string;
      filename: string;
      caption: string;
    }
  | { type: 'location'; latitude: number; longitude: number; name: string | null; address: string | null }
  | { type: 'contacts'; cards: { name: string; phones: string[] }[] }
  /** A menu. `body` is the whole menu as text, for channels without buttons; `prompt` is the text above the buttons or rows. */
  | { type: 'choices'; body: string; prompt: string; style: 'button' | 'list'; rows: { id: string; title: string }[] }
  /** A template that the provider knows. `body` is all its text, for channels without templates; `file` stands above it if the parameters say so. */
  | ({ type: 'template'; name: string; language: string; body: string } & { parameters: TemplateParameters; file: OutgoingFile | null })
  | { type: 'reaction'; target: MessageRef; emoji: string };

/** Bytes to send, and how. */
export type OutgoingFile = Pick<Extract<OutgoingContent, { type: 'media' }>, 'as' | 'bytes' | 'uploadedAs' | 'mime' | 'filename'>;

export type Outgoing = {
  /** Our key, unique for ever. Statuses contain it if the provider supports that. */
  clientKey: string;
  to: Address;
  content: OutgoingContent;
  /** The message it replies to. The text is for devices that no longer have that message. */
  quoted: (MessageRef & { text: string }) | null;
  /** It is a copy of another message, which is said where the provider can say so. */
  forwarded?: boolean;
};

export type Sent = {
  externalId: string;
  /** The recipient as the provider knows it; may differ from `to` (Brazilian 9th digit). */
  recipient: Address | null;
};

/** Why a message was not sent. A closed list, so that each reason is translated. */
export const sendReasons = [
  'window_closed',
  'not_on_whatsapp',
  'recipient_blocked',
  'opted_out',
  'restricted',
  'rate_limited',
  'media_rejected',
  'invalid_request',
  'marketing_limit',
  'template_missing',
  'template_variables',
  'template_content',
  'template_paused',
  'template_disabled',
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

/** The pause to ask for after a failure that mostly passes within seconds. The sender's own pauses grow from there. */
export const passesSoonMs = 2_000;

/**
 * A send that did not succeed.
 * `refused`: not sent, and will never be; `retry`: not sent, try again after `retryAfterMs`;
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

/** A connection as its channel sees it: its ids and its decrypted credentials. Never leaves the server. */
export type Account = {
  companyId: number;
  connectionId: number;
  cloud: { phoneNumberId: string; wabaId: string; accessToken: string; appSecret: string; verifyToken: string } | null;
};

export type CheckResult = { ok: true; number: string | null; name: string | null } | { ok: false; reason: SendReason; detail: string };

/** A template as the provider lists it. */
export type ListedTemplate = {
  name: string;
  language: string;
  category: TemplateCategory;
  status: TemplateStatus;
  reason: string | null;
  quality: TemplateQuality;
  content: TemplateContent;
};

export type Channel = {
  kind: ConnectionChannel;
  /** Rejects only with `SendFailure`. */
  send(account: Account, outgoing: Outgoing): Promise<Sent>;
  /** Hands over a file that goes to many, once; returns its id. Absent if each message carries its file. Rejects with `SendFailure`. */
  upload?(account: Account, file: Pick<OutgoingFile, 'bytes' | 'mime' | 'filename'>): Promise<string>;
  /** Deletes a sent message for everyone. Channels that cannot throw `SendFailure('refused', 'not_permitted')`. */
  revoke(account: Account, to: Address, externalId: string): Promise<void>;
  /** Replaces the text of a sent message. Absent if the channel cannot. Rejects with `SendFailure`. */
  edit?(account: Account, to: Address, externalId: string, text: string): Promise<void>;
  /** Marks these messages as read for the customer, the latest last. The channel ignores failures. */
  markRead(account: Account, chat: Address, messages: MessageRef[]): Promise<void>;
  /** The bytes of an inbound file, at most `maxBytes` long. */
  fetchMedia(account: Account, media: MediaRef, maxBytes: number): Promise<Uint8Array>;
  /** A page of the account's templates, and where the next one begins; null at the end. Absent if the channel has none. Rejects with `SendFailure`. */
  templates?(account: Account, after: string | null): Promise<{ templates: ListedTemplate[]; next: string | null }>;
  /** Do the credentials and the number work now? */
  check(account: Account): Promise<CheckResult>;
  /** The contacts of the connection's phone. Absent if the channel has no phone. */
  addressBook?(account: Account): Promise<{ name: string; number: string }[]>;
  /** The addresses of a number, or null if it is not on WhatsApp. Rejects with `SendFailure` if that cannot be checked now. */
  checkNumber?(account: Account, number: string): Promise<Address[] | null>;
  /** The picture of a person or group; null if there is none or it is hidden. */
  profilePicture?(account: Account, address: Address): Promise<Uint8Array | null>;
  /** Shows the customer that an agent is typing, or stopped. Failures are ignored. */
  typing?(account: Account, to: Address, on: boolean): Promise<void>;
  /** Subscribes to the person's typing notices. Failures are ignored. */
  watch?(account: Account, address: Address): Promise<void>;
  /**
   * Asks the phone for messages since `since` (ISO 8601) that precede the latest message we have of each of these chats. They come in as
   * history. Rejects with `SendFailure` if the phone cannot be asked.
   */
  recheck?(account: Account, since: string, chats: readonly LatestMessage[]): Promise<void>;
  rejectCall?(account: Account, callId: string, from: string): Promise<void>;
  /** True if repeating a send with the same clientKey gives the same message, so that it can be retried after a crash. */
  idempotentSends: boolean;
  /** Hours after the customer's last message in which free text is allowed; null if there is no such window. */
  windowHours: number | null;
};
