// The sound of a new message. It is synthesized, so there is no file to load.
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

/** Rings at the chosen volume. Browsers keep it silent until the first click or key. */
export function ring(volume: number = readVolume()): void {
  if (volume === 0 || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
  strike(audio, 1046.5, 0, volume);
  strike(audio, 1568, 0.11, volume * 0.8);
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
