// How to fetch a file, as text in `MediaRef.id`: the location of the encrypted file, its key, and its message. The message is needed to ask
// the phone to upload the file again after the servers have deleted it.
import type { MediaType, WAMessage, WAMessageKey } from 'baileys';
import { number, record, text } from '../../cloud-json.ts';
import type { MediaRef } from '../../port.ts';

/** The fields shared by all of WhatsApp's file messages. */
export type FilePart = {
  url?: string | null;
  directPath?: string | null;
  mediaKey?: Uint8Array | null;
  mimetype?: string | null;
  fileSha256?: Uint8Array | null;
  fileLength?: unknown;
  fileName?: string | null;
  title?: string | null;
};

/** The type from which WhatsApp derives the file's keys; a voice message is `audio`, a video note `video`. */
export type FileType = Extract<MediaType, 'image' | 'video' | 'audio' | 'document' | 'sticker'>;

export type FileSource = { url: string | null; directPath: string | null; mediaKey: Uint8Array };

export type Downloadable = {
  type: FileType;
  source: FileSource;
  /** To be passed to `updateMediaMessage` if the file is gone (404, 410). */
  message: WAMessage;
};

const fields = {
  image: 'imageMessage',
  video: 'videoMessage',
  audio: 'audioMessage',
  document: 'documentMessage',
  sticker: 'stickerMessage',
} as const;

const mimes: Record<FileType, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/ogg; codecs=opus',
  document: 'application/octet-stream',
  sticker: 'image/webp',
};

/** Null if the file can never be fetched: it came without its key. */
export function mediaRefOf(part: FilePart, type: FileType, key: WAMessageKey): MediaRef | null {
  const mediaKey = base64(part.mediaKey);
  if (mediaKey === null) return null;
  const { remoteJid, fromMe, id, participant } = key;
  return {
    id: JSON.stringify({
      type,
      url: text(part.url),
      directPath: text(part.directPath),
      mediaKey,
      key: { remoteJid: text(remoteJid), fromMe: fromMe === true, id: text(id), participant: text(participant) },
    }),
    mime: text(part.mimetype) ?? mimes[type],
    sha256: base64(part.fileSha256),
    size: count(part.fileLength),
    filename: type === 'document' ? (text(part.fileName) ?? text(part.title)) : null,
  };
}

/** Parses `MediaRef.id`; null for a reference of another channel. */
export function downloadable(media: MediaRef): Downloadable | null {
  const stored = parsed(media.id);
  const type = (Object.keys(fields) as FileType[]).find((known) => known === stored?.type);
  const mediaKey = text(stored?.mediaKey);
  if (!stored || !type || mediaKey === null) return null;
  const source = { url: text(stored.url), directPath: text(stored.directPath), mediaKey: new Uint8Array(Buffer.from(mediaKey, 'base64')) };
  const key = record(stored.key);
  return {
    type,
    source,
    message: {
      key: {
        remoteJid: text(key?.remoteJid) ?? undefined,
        fromMe: key?.fromMe === true,
        id: text(key?.id) ?? undefined,
        participant: text(key?.participant) ?? undefined,
      },
      message: { [fields[type]]: { ...source } },
    },
  };
}

/** The file's new location, after `updateMediaMessage` resolved with the message. */
export function sourceOf(message: WAMessage, type: FileType): FileSource | null {
  const part = message.message?.[fields[type]];
  return part?.mediaKey ? { url: text(part.url), directPath: text(part.directPath), mediaKey: part.mediaKey } : null;
}

function parsed(id: string) {
  try {
    return record(JSON.parse(id));
  } catch {
    return null;
  }
}

function base64(bytes: unknown): string | null {
  return bytes instanceof Uint8Array && bytes.length > 0 ? Buffer.from(bytes).toString('base64') : null;
}

/** protobuf's 64-bit numbers are numbers, texts or `Long`s. */
export function count(value: unknown): number | null {
  const long = record(value);
  const found = long ? longOf(long) : number(value);
  return found !== null && Number.isSafeInteger(found) && found >= 0 ? found : null;
}

function longOf(long: Record<string, unknown>): number | null {
  const low = number(long.low);
  const high = number(long.high);
  return low === null || high === null ? null : high * 2 ** 32 + (low >>> 0);
}
