import type { MediaKind } from '@balcao/contract/media-rules';
import type { Outside } from '../../../../../platform/context.ts';

export type FileFields = {
  media_key: string;
  media_name: string | null;
  media_mime: string;
  media_size: number;
  thumb_key: string | null;
  playable_key: string | null;
  width: number | null;
  height: number | null;
  duration: number | null;
  waveform: string | null;
};

/** The keys of a file and of what was derived from it. */
export function keysOf({ media_key, thumb_key, playable_key }: Partial<FileFields>): string[] {
  return [media_key, thumb_key, playable_key].filter((key) => key !== null && key !== undefined);
}

/** Stores a file with its derived data: preview, size, waveform, and audio that every player supports. Broken files get none of these. */
export async function storeFile(
  ctx: Pick<Outside, 'gateways' | 'companyId'>,
  bytes: Uint8Array,
  about: { as: MediaKind; filename: string | null; mime: string; key(extension: string): string },
): Promise<FileFields> {
  const { files, media } = ctx.gateways;
  const { mime, extension } = await media.sniff(bytes, { mime: about.mime, filename: about.filename });
  const key = about.key(extension);
  await files.put(key, bytes, { mime });
  const fields: FileFields = {
    media_key: key,
    media_name: about.filename,
    media_mime: mime,
    media_size: bytes.length,
    thumb_key: null,
    playable_key: null,
    width: null,
    height: null,
    duration: null,
    waveform: null,
  };
  const store = async (extra: { ok: true; value: Uint8Array } | { ok: false }, ending: string, type: string) => {
    if (!extra.ok) return null;
    const extraKey = about.key(ending);
    await files.put(extraKey, extra.value, { mime: type });
    return extraKey;
  };
  if (about.as === 'image' || about.as === 'sticker') {
    const size = await media.imageSize(bytes);
    if (size.ok) Object.assign(fields, size.value);
  }
  if (about.as === 'image' || about.as === 'video') {
    const thumbnail = await media.thumbnail(ctx.companyId, bytes, mime);
    fields.thumb_key = await store(thumbnail, 'webp', 'image/webp');
    if (about.as === 'video' && thumbnail.ok) {
      // Smaller than the video, but of its shape: enough to reserve its place on the screen.
      const size = await media.imageSize(thumbnail.value);
      if (size.ok) Object.assign(fields, size.value);
    }
  }
  if (about.as === 'voice' || about.as === 'audio') {
    const wave = await media.waveform(ctx.companyId, bytes);
    if (wave.ok) Object.assign(fields, { duration: wave.value.durationMs / 1000, waveform: JSON.stringify(wave.value.peaks) });
    // Ogg does not play on every phone.
    if (mime.includes('ogg')) fields.playable_key = await store(await media.toPlayableAudio(ctx.companyId, bytes), 'mp3', 'audio/mpeg');
  }
  return fields;
}
