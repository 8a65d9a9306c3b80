// Which files may be sent as what. Shared: the composer uses these tables to choose and warn, the server to refuse.
import type { ConnectionChannel } from './connection-rules.ts';

export const mediaKinds = ['image', 'video', 'audio', 'voice', 'document', 'sticker'] as const;
export type MediaKind = (typeof mediaKinds)[number];

const kB = 1024;
const MB = 1024 * kB;

/** The largest file of each kind, in bytes, on any channel. Also the limit for inbound files. */
export const mediaMaxBytes: Record<MediaKind, number> = {
  image: 16 * MB,
  video: 64 * MB,
  audio: 16 * MB,
  voice: 16 * MB,
  document: 100 * MB,
  sticker: 1 * MB,
};

/** The largest upload of any kind, in bytes. */
export const uploadMaxBytes = 100 * MB;

/** Whether the file can have a caption. Otherwise a text needs a separate message. */
export const carriesCaption: Record<MediaKind, boolean> = {
  image: true,
  video: true,
  audio: false,
  voice: false,
  document: true,
  sticker: false,
};

const showable: Partial<Record<MediaKind, readonly string[]>> = {
  image: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  video: ['video/mp4', 'video/3gpp', 'video/webm', 'video/quicktime'],
  audio: ['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/amr', 'audio/ogg', 'audio/webm', 'audio/wav', 'audio/flac'],
};

type Rule = { mimes: readonly string[] | 'any'; maxBytes: number };

/** https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media#supported-media-types */
const cloud: Record<MediaKind, Rule> = {
  image: { mimes: ['image/jpeg', 'image/png'], maxBytes: 5 * MB },
  video: { mimes: ['video/mp4', 'video/3gpp'], maxBytes: 16 * MB },
  audio: { mimes: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'], maxBytes: 16 * MB },
  voice: { mimes: ['audio/ogg'], maxBytes: 16 * MB },
  document: { mimes: 'any', maxBytes: 100 * MB },
  sticker: { mimes: ['image/webp'], maxBytes: 500 * kB },
};

/** `audio/ogg; codecs=opus` -> `audio/ogg`. */
export function plainMime(mime: string): string {
  return (mime.split(';')[0] ?? '').trim().toLowerCase();
}

/** How a file of this type is shown: as image, video or audio if browsers and phones can, else as a document. */
export function kindOfMime(mime: string): Exclude<MediaKind, 'voice' | 'sticker'> {
  const plain = plainMime(mime);
  if (showable.image?.includes(plain)) return 'image';
  if (showable.video?.includes(plain)) return 'video';
  if (showable.audio?.includes(plain)) return 'audio';
  return 'document';
}

/** Does the channel accept this file as this kind? */
export function channelTakes(channel: ConnectionChannel, kind: MediaKind, mime: string, bytes: number): boolean {
  if (bytes <= 0 || bytes > mediaMaxBytes[kind]) return false;
  if (channel !== 'whatsapp_cloud') return true;
  const rule = cloud[kind];
  return bytes <= rule.maxBytes && (rule.mimes === 'any' || rule.mimes.includes(plainMime(mime)));
}

/** The best kind as which the channel accepts the file: its own, else a document, else null (too large). */
export function kindForChannel(channel: ConnectionChannel, mime: string, bytes: number): MediaKind | null {
  const kind = kindOfMime(mime);
  if (channelTakes(channel, kind, mime, bytes)) return kind;
  return channelTakes(channel, 'document', mime, bytes) ? 'document' : null;
}
