// Records a voice note as Opus, in whatever container the browser supports; the server converts it for WhatsApp.
import { useEffect, useRef, useState } from 'react';
import { now } from '../../../../platform/clock.ts';

export type Recording = { blob: Blob; name: string; seconds: number };
/** `ended`: it stopped by itself, for example because the microphone was unplugged; what was recorded is there. */
export type RecorderState = 'off' | 'asking' | 'recording' | 'paused' | 'ended' | 'denied' | 'missing';

const wrappings = [
  { mime: 'audio/ogg;codecs=opus', extension: 'ogg' },
  { mime: 'audio/webm;codecs=opus', extension: 'webm' },
  { mime: 'audio/mp4', extension: 'm4a' },
];
const bitsPerSecond = 128_000;
const levelsShown = 40;

/** A microphone with start, pause and stop. `levels`: the latest volumes, from 0 to 1, for the wave. */
export function useRecorder() {
  const [state, setState] = useState<RecorderState>('off');
  const [seconds, setSeconds] = useState(0);
  const [levels, setLevels] = useState<readonly number[]>([]);
  const held = useRef<{
    recorder: MediaRecorder;
    stream: MediaStream;
    audio: AudioContext;
    analyser: AnalyserNode;
    parts: Blob[];
    elapsed: number;
    since: number;
    paused: boolean;
    ended: boolean;
  } | null>(null);

  // The browser may ask the person first. Who left or gave up meanwhile wants no microphone any more.
  const wanted = useRef(0);

  const release = () => {
    wanted.current += 1;
    letGo(held.current?.stream);
    void held.current?.audio.close();
    held.current = null;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the recorder goes.
  useEffect(() => release, []);
  useEffect(() => {
    if (state !== 'recording') return;
    const timer = window.setInterval(() => {
      const live = held.current;
      if (!live) return;
      setSeconds((live.elapsed + now() - live.since) / 1000);
      setLevels((before) => [...before.slice(1 - levelsShown), loudness(live.analyser)]);
    }, 100);
    return () => window.clearInterval(timer);
  }, [state]);

  const start = async () => {
    if (typeof MediaRecorder === 'undefined' || !navigator.mediaDevices) return setState('missing');
    setState('asking');
    wanted.current += 1;
    const asked = wanted.current;
    let stream: MediaStream | undefined;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
      if (asked !== wanted.current) return letGo(stream);
      const wrapping = wrappings.find(({ mime }) => MediaRecorder.isTypeSupported(mime));
      const recorder = new MediaRecorder(stream, { ...(wrapping ? { mimeType: wrapping.mime } : {}), audioBitsPerSecond: bitsPerSecond });
      const audio = new AudioContext();
      const analyser = audio.createAnalyser();
      analyser.fftSize = 512;
      audio.createMediaStreamSource(stream).connect(analyser);
      const parts: Blob[] = [];
      recorder.ondataavailable = (event) => parts.push(event.data);
      recorder.onstop = end;
      recorder.start(500);
      held.current = { recorder, stream, audio, analyser, parts, elapsed: 0, since: now(), paused: false, ended: false };
      setSeconds(0);
      setLevels([]);
      setState('recording');
    } catch (error) {
      letGo(stream);
      if (asked !== wanted.current) return;
      setState(error instanceof DOMException && error.name === 'NotFoundError' ? 'missing' : 'denied');
    }
  };

  /** Counts the time until now. */
  const halt = (live: NonNullable<typeof held.current>) => {
    if (!live.paused) live.elapsed += now() - live.since;
    live.paused = true;
  };
  const end = () => {
    if (!held.current) return;
    halt(held.current);
    held.current.ended = true;
    setState('ended');
  };
  const pause = () => {
    const live = held.current;
    if (live?.recorder.state !== 'recording') return;
    live.recorder.pause();
    halt(live);
    setState('paused');
  };
  const resume = () => {
    const live = held.current;
    if (live?.recorder.state !== 'paused') return;
    live.recorder.resume();
    live.since = now();
    live.paused = false;
    setState('recording');
  };

  /** Stops recording. Answers the recording, or null if there was none. */
  const stop = () =>
    new Promise<Recording | null>((resolve) => {
      const live = held.current;
      if (!live) return resolve(null);
      halt(live);
      const finish = () => {
        const mime = live.recorder.mimeType || 'audio/webm';
        const extension = wrappings.find((wrapping) => mime.startsWith(wrapping.mime.split(';')[0] ?? ''))?.extension ?? 'webm';
        release();
        setState('off');
        resolve({ blob: new Blob(live.parts, { type: mime }), name: `voz.${extension}`, seconds: live.elapsed / 1000 });
      };
      if (live.ended) return finish();
      live.recorder.onstop = finish;
      if (live.recorder.state !== 'inactive') live.recorder.stop();
    });

  const discard = () => {
    const live = held.current;
    if (live) {
      live.recorder.onstop = null;
      if (live.recorder.state !== 'inactive') live.recorder.stop();
    }
    release();
    setState('off');
  };
  return { state, seconds, levels, start, pause, resume, stop, discard };
}

function letGo(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

function loudness(analyser: AnalyserNode): number {
  const samples = new Uint8Array(analyser.fftSize);
  analyser.getByteTimeDomainData(samples);
  const power = samples.reduce((sum, sample) => sum + ((sample - 128) / 128) ** 2, 0) / samples.length;
  return Math.min(1, Math.sqrt(power) * 3.5);
}
