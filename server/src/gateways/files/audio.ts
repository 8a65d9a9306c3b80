import type { Ffmpeg } from './ffmpeg.ts';
import { done, failed, type MediaResult } from './media-result.ts';

const MB = 1024 * 1024;
const longestSeconds = 2 * 3600;
const cleaned = ['-vn', '-sn', '-dn', '-map_metadata', '-1', '-t', String(longestSeconds)];

/** OGG with Opus, mono, 48 kHz: the only format that phones show as a voice message. */
export function toVoiceNote(ffmpeg: Ffmpeg, companyId: number, bytes: Uint8Array): Promise<MediaResult<Uint8Array>> {
  const codec = ['-c:a', 'libopus', '-b:a', '32k', '-ac', '1', '-ar', '48000', '-application', 'voip'];
  return ffmpeg.run({ companyId, input: bytes, output: [...cleaned, ...codec, '-f', 'ogg'], maxOutputBytes: 16 * MB });
}

/** MP3, which every browser plays; Safari on older iPhones does not play OGG. */
export function toPlayableAudio(ffmpeg: Ffmpeg, companyId: number, bytes: Uint8Array): Promise<MediaResult<Uint8Array>> {
  const codec = ['-c:a', 'libmp3lame', '-b:a', '64k', '-ac', '1', '-ar', '44100'];
  return ffmpeg.run({ companyId, input: bytes, output: [...cleaned, ...codec, '-f', 'mp3'], maxOutputBytes: 64 * MB });
}

export type Waveform = {
  durationMs: number;
  /** 64 values from 0 to 1; the loudest is 1, unless all is silence. */
  peaks: number[];
};

const rate = 8000;
const peakCount = 64;
const windowSamples = 160;

/** Duration and waveform, from the decoded sound (headers may be wrong or missing). */
export async function waveform(ffmpeg: Ffmpeg, companyId: number, bytes: Uint8Array): Promise<MediaResult<Waveform>> {
  const windows: number[] = [];
  let samples = 0;
  let loudest = 0;
  let half: number | null = null;
  const take = (sample: number) => {
    loudest = Math.max(loudest, Math.abs(sample));
    samples += 1;
    if (samples % windowSamples === 0) {
      windows.push(loudest);
      loudest = 0;
    }
  };
  const decoded = await ffmpeg.read(
    {
      companyId,
      input: bytes,
      output: [...cleaned, '-ac', '1', '-ar', String(rate), '-f', 's16le'],
      maxOutputBytes: rate * 2 * (longestSeconds + 1),
    },
    (chunk) => {
      for (const byte of chunk) {
        if (half === null) half = byte;
        else {
          take(((half | (byte << 8)) << 16) >> 16);
          half = null;
        }
      }
    },
  );
  if (!decoded.ok) return decoded;
  if (samples === 0) return failed('unreadable');
  if (samples % windowSamples !== 0) windows.push(loudest);
  return done({ durationMs: Math.round((samples / rate) * 1000), peaks: fold(windows) });
}

function fold(windows: number[]): number[] {
  const loudest = windows.reduce((most, value) => Math.max(most, value), 0);
  return Array.from({ length: peakCount }, (_, index) => {
    const start = Math.floor((index * windows.length) / peakCount);
    const end = Math.max(start + 1, Math.floor(((index + 1) * windows.length) / peakCount));
    const peak = windows.slice(start, end).reduce((most, value) => Math.max(most, value), 0);
    return loudest === 0 ? 0 : Math.round((peak / loudest) * 100) / 100;
  });
}
