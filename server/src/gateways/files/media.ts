// Processing of files. What starts a program wants to know for which company, since each has its turns. None of these functions throws because of a file: they return a `MediaResult`.
import { toPlayableAudio, toVoiceNote, type Waveform, waveform } from './audio.ts';
import { createFfmpeg } from './ffmpeg.ts';
import { imageSize, imageThumbnail } from './images.ts';
import type { MediaResult } from './media-result.ts';
import { type Declared, type Sniffed, sniff } from './sniff.ts';

export type Media = {
  sniff(bytes: Uint8Array, declared?: Declared): Promise<Sniffed>;
  imageSize(bytes: Uint8Array): Promise<MediaResult<{ width: number; height: number }>>;
  /** WebP, at most 320 pixels wide and high; of pictures, stickers and videos (first frame). */
  thumbnail(companyId: number, bytes: Uint8Array, mime: string): Promise<MediaResult<Uint8Array>>;
  /** OGG/Opus, mono, 48 kHz. */
  toVoiceNote(companyId: number, bytes: Uint8Array): Promise<MediaResult<Uint8Array>>;
  /** MP3. */
  toPlayableAudio(companyId: number, bytes: Uint8Array): Promise<MediaResult<Uint8Array>>;
  waveform(companyId: number, bytes: Uint8Array): Promise<MediaResult<Waveform>>;
};

/** `ffmpegPath` overrides the bundled program. */
export function createMedia(ffmpegPath?: string): Media {
  const ffmpeg = createFfmpeg(ffmpegPath);
  return {
    sniff,
    imageSize,
    async thumbnail(companyId, bytes, mime) {
      if (!mime.startsWith('video/')) return imageThumbnail(bytes);
      const still = [
        '-an',
        '-sn',
        '-dn',
        '-frames:v',
        '1',
        '-vf',
        'scale=640:640:force_original_aspect_ratio=decrease',
        '-c:v',
        'png',
        '-f',
        'image2pipe',
      ];
      const frame = await ffmpeg.run({ companyId, input: bytes, output: still, maxOutputBytes: 8 * 1024 * 1024, timeoutMs: 30_000 });
      return frame.ok ? imageThumbnail(frame.value) : frame;
    },
    toVoiceNote: (companyId, bytes) => toVoiceNote(ffmpeg, companyId, bytes),
    toPlayableAudio: (companyId, bytes) => toPlayableAudio(ffmpeg, companyId, bytes),
    waveform: (companyId, bytes) => waveform(ffmpeg, companyId, bytes),
  };
}
