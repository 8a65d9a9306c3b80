import type { ConnectionChannel } from './connection-rules.ts';

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
/** Where a message is on its way. `received` for those of the customer. */
export type MessageState = (typeof messageStates)[number];

/** 0 waiting or failed, 1 sent, 2 delivered, 3 read, 4 played. */
export type Ack = 0 | 1 | 2 | 3 | 4;

/** How a call stands. `ringing` becomes one of the others. */
export const callOutcomes = ['ringing', 'answered', 'missed', 'rejected'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** A call that nobody heard the end of has rung for this long, in ms; then it was missed. */
export const ringingMaxMs = 120_000;

/**
 * Why a message shows nothing yet, or never will: `awaiting_phone` until the customer's phone sends it again, `view_once` may be seen on
 * the phone only, `other` is of a kind that only the phone shows.
 */
export const placeholders = ['awaiting_phone', 'view_once', 'other'] as const;
export type Placeholder = (typeof placeholders)[number];

/** So long after it was sent a text may be corrected, in ms. Source: WhatsApp. */
export const editWindowMs = 15 * 60_000;

const editingChannels: readonly ConnectionChannel[] = ['whatsapp_web', 'simulator'];

/** May this message still be corrected on the customer's phone? `now` in ms. */
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

const typingChannels: readonly ConnectionChannel[] = ['whatsapp_web', 'simulator'];

/** Does the customer see on this channel that somebody is writing? */
export function showsTyping(channel: ConnectionChannel | null | undefined): boolean {
  return channel !== null && channel !== undefined && typingChannels.includes(channel);
}

/** An agent who writes is shown to the customer again after so many ms; whoever hears of it forgets it after `typingLastsMs`. */
export const typingEveryMs = 10_000;
export const typingLastsMs = 12_000;

/** The longest text of one message. */
export const messageBodyMax = 4096;
/** A voice recording shorter than this was a slip of the finger. */
export const recordedAudioMinBytes = 10_000;
/** Files in one send. */
export const mediasMax = 20;
