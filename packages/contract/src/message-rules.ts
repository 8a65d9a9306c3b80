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

/** The longest text of one message. */
export const messageBodyMax = 4096;
/** A voice recording shorter than this was a slip of the finger. */
export const recordedAudioMinBytes = 10_000;
/** Files in one send. */
export const mediasMax = 20;
