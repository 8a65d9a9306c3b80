// The sound of a new message. It is synthesized, so there is no file to load.
import type { NoticeTone } from '@balcao/contract/notice-rules';
import { readStored, writeStored } from './storage.ts';

/** Loudness from 0 to 1 in steps of 0.1; full unless chosen. */
export function readVolume(): number {
  const stored = readStored('volume');
  const volume = stored === null ? 1 : Number(stored);
  return Number.isFinite(volume) ? Math.round(Math.min(1, Math.max(0, volume)) * 10) / 10 : 1;
}

export function keepVolume(volume: number): void {
  writeStored('volume', String(Math.round(Math.min(1, Math.max(0, volume)) * 10) / 10));
}

let audio: AudioContext | null = null;

/** Pitch in Hz, delay in s, and how loud, of each stroke. */
const tones: Record<NoticeTone, readonly (readonly [pitch: number, delay: number, loud: number])[]> = {
  bell: [
    [1046.5, 0, 1],
    [1568, 0.11, 0.8],
  ],
  chime: [
    [784, 0, 0.9],
    [988, 0.14, 0.9],
    [1175, 0.28, 0.9],
  ],
  drop: [[1318.5, 0, 1]],
  knock: [
    [196, 0, 1.6],
    [196, 0.16, 1.6],
  ],
  none: [],
};

/** Rings at the chosen volume. Browsers keep it silent until the first click or key. */
export function ring(tone: NoticeTone = 'bell', volume: number = readVolume()): void {
  if (volume === 0 || tone === 'none' || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
  for (const [pitch, delay, loud] of tones[tone]) strike(audio, pitch, delay, Math.min(1.6, volume * loud));
}

function strike(context: AudioContext, pitch: number, delay: number, volume: number): void {
  const start = context.currentTime + delay;
  const tone = context.createOscillator();
  const level = context.createGain();
  tone.type = 'sine';
  tone.frequency.value = pitch;
  level.gain.setValueAtTime(0.0001, start);
  level.gain.exponentialRampToValueAtTime(Math.max(0.0002, volume * 0.28), start + 0.012);
  level.gain.exponentialRampToValueAtTime(0.0001, start + 0.7);
  tone.connect(level).connect(context.destination);
  tone.start(start);
  tone.stop(start + 0.75);
}

/** Runs `act` in one tab only, for news that reach every tab. `key` identifies the news. */
export async function inOneTab(key: string, act: () => void): Promise<void> {
  if (!navigator.locks) return act();
  await navigator.locks.request(`balcao-${key}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    act();
    // Hold the lock until the other tabs got the same news and found it taken.
    await new Promise((resolve) => window.setTimeout(resolve, 1500));
  });
}
