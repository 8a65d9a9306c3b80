import type { ConnectionChannel } from './connection-rules.ts';
import { accept, refuse, type Verdict } from './errors.ts';

export const mediaTypes = [
  'conversation',
  'image',
  'video',
  'audio',
  'application',
  'sticker',
  'locationMessage',
  'vcard',
  'call_log',
  'unsupported',
] as const;
/** The kind of a message as clients see it; `conversation` is plain text, `application` any document. */
export type MediaType = (typeof mediaTypes)[number];

export const messageStates = ['received', 'queued', 'sending', 'sent', 'delivered', 'read', 'failed'] as const;
/** The state of a message; `received` for the customer's. */
export type MessageState = (typeof messageStates)[number];

/** 0 waiting or failed, 1 sent, 2 delivered, 3 read, 4 played. */
export type Ack = 0 | 1 | 2 | 3 | 4;

/** The state of a call: `ringing` becomes one of the others. */
export const callOutcomes = ['ringing', 'answered', 'missed', 'rejected'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** A call whose end was never reported counts as missed after this time, in ms. */
export const ringingMaxMs = 120_000;

/**
 * Why a message has no content: `awaiting_phone` until the customer's phone sends it again, `view_once` can be seen only on the phone,
 * `other` is of a kind that only the phone shows.
 */
export const placeholders = ['awaiting_phone', 'view_once', 'other'] as const;
export type Placeholder = (typeof placeholders)[number];

/** How long after sending a text may be edited, in ms. Source: WhatsApp. */
export const editWindowMs = 15 * 60_000;

const editingChannels: readonly ConnectionChannel[] = ['whatsapp_web', 'simulator'];

/** May this message still be edited on the customer's phone? `now` in ms. */
export function isEditable(
  message: { fromMe: boolean; mediaType: MediaType; state: MessageState; isDeleted: boolean; createdAt: string },
  channel: ConnectionChannel | null | undefined,
  now: number,
): boolean {
  const arrived = message.state === 'sent' || message.state === 'delivered' || message.state === 'read';
  return (
    message.fromMe &&
    arrived &&
    !message.isDeleted &&
    message.mediaType === 'conversation' &&
    channel !== null &&
    channel !== undefined &&
    editingChannels.includes(channel) &&
    now - new Date(message.createdAt).getTime() <= editWindowMs
  );
}

/** How long after sending a message may be deleted for everyone, in ms. Source: WhatsApp, two and a half days. */
export const deleteWindowMs = 60 * 3_600_000;

const deletingChannels: readonly ConnectionChannel[] = ['whatsapp_web', 'simulator'];

/**
 * May this message be deleted? One that waits or failed always, because it is only withdrawn. One that was sent is deleted on the
 * customer's phone too: refused with ERR_FETCH_WAPP_MSG when it is too old, else with ERR_DELETE_WAPP_MSG and a `reason`. `now` in ms.
 */
export function mayDelete(
  message: { fromMe: boolean; state: MessageState; createdAt: string },
  channel: ConnectionChannel | null | undefined,
  now: number,
): Verdict<'withdraw' | 'revoke'> {
  if (!message.fromMe) return refuse('ERR_DELETE_WAPP_MSG', { reason: 'not_ours' });
  if (message.state === 'queued' || message.state === 'failed') return accept('withdraw');
  if (message.state === 'sending') return refuse('ERR_DELETE_WAPP_MSG', { reason: 'under_way' });
  if (!channel) return refuse('ERR_DELETE_WAPP_MSG', { reason: 'connection_down' });
  if (!deletingChannels.includes(channel)) return refuse('ERR_DELETE_WAPP_MSG', { reason: 'not_permitted' });
  if (now - new Date(message.createdAt).getTime() > deleteWindowMs) return refuse('ERR_FETCH_WAPP_MSG');
  return accept('revoke');
}

const typingChannels: readonly ConnectionChannel[] = ['whatsapp_web', 'simulator'];

/** Does the customer see typing notices on this channel? */
export function showsTyping(channel: ConnectionChannel | null | undefined): boolean {
  return channel !== null && channel !== undefined && typingChannels.includes(channel);
}

/** While an agent types, the notice is repeated after this time, in ms; receivers drop it after `typingLastsMs`. */
export const typingEveryMs = 10_000;
export const typingLastsMs = 12_000;

/** The longest text of one message. */
export const messageBodyMax = 4096;
/** A shorter voice recording was made by mistake. */
export const recordedAudioMinBytes = 10_000;
/** The most files of one send. */
export const mediasMax = 20;

const pictograph = String.raw`\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?(?:[\u{E0020}-\u{E007E}]+\u{E007F})?`;
/** One emoji: a pictograph with its tone and what is joined to it, a flag, or a keycap. A reaction is nothing else. */
export const oneEmoji = new RegExp(
  String.raw`^(?:${pictograph}(?:\u200D${pictograph})*|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3)$`,
  'u',
);

/** In how many tickets one call looks for a text. */
export const hitTicketsMax = 40;
