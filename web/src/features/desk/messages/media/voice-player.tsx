import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { formatDuration, formatNumber } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { useStored } from '../../../../platform/storage.ts';
import { createStore, useStore } from '../../../../platform/store.ts';
import { InPlace } from '../../../../ui/list/in-place.tsx';
import { AudioRecording } from '../../../../ui/media/recordings.tsx';
import css from '../bubble/bubble.module.css';

export type VoicePlayerProps = {
  /** Identifies the recording within the thread. */
  id: string;
  url: string;
  /** For players without Ogg/Opus. */
  playableUrl: string | null;
  mime: string | null;
  /** Seconds, where known. */
  duration: number | null;
  /** 64 peaks of 0 to 1. */
  waveform: readonly number[] | null;
  label: string;
  /** A recording; when it ends, the next one starts automatically. */
  onEnded?: (() => void) | undefined;
};

/** The recording that should play; only one plays at a time. */
const playing = createStore<string | null>(null);
const speeds = ['1', '1.5', '2'];
const flat: readonly number[] = Array.from({ length: 64 }, (_, at) => 0.25 + 0.2 * Math.abs(Math.sin(at * 1.7)));

/** Starts a recording of the thread. */
export function playVoice(id: string): void {
  playing.set(id);
}

/** Plays a recording, with seeking on the wave and a remembered speed. */
export function VoicePlayer({ id, url, playableUrl, mime, duration, waveform, label, onEnded }: VoicePlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const asked = useStore(playing) === id;
  const [runs, setRuns] = useState(false);
  const [at, setAt] = useState(0);
  // A note that is being sent gets its duration from the server while it is on the screen.
  const [measured, setMeasured] = useState<number | null>(null);
  const length = measured ?? duration ?? 0;
  const [broken, setBroken] = useState(false);
  const [speed, setSpeed] = useStored('voiceSpeed', '1');
  const source = sourceOf(url, playableUrl, mime, broken);

  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    if (asked) void element.play().catch(() => playing.get() === id && playing.set(null));
    else element.pause();
  }, [asked, id]);
  useEffect(() => {
    if (audio.current) audio.current.playbackRate = Number(speed);
  }, [speed]);
  useEffect(() => () => void (playing.get() === id && playing.set(null)), [id]);

  const wave = waveform ?? flat;
  const share = length > 0 ? Math.min(1, at / length) : 0;
  const seek = (next: number) => {
    const element = audio.current;
    if (!element || length === 0) return;
    element.currentTime = Math.min(1, Math.max(0, next)) * length;
    setAt(element.currentTime);
  };
  const seekTo = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    seek((event.clientX - box.left) / box.width);
  };
  return (
    <div className={css.voice}>
      <AudioRecording
        ref={audio}
        src={source}
        preload="none"
        onPlay={(event) => {
          event.currentTarget.playbackRate = Number(speed);
          setRuns(true);
        }}
        onPause={() => setRuns(false)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) => Number.isFinite(event.currentTarget.duration) && setMeasured(event.currentTarget.duration)}
        onError={() => playableUrl && !broken && setBroken(true)}
        onEnded={() => {
          setAt(0);
          if (playing.get() === id) playing.set(null);
          onEnded?.();
        }}
      />
      <button type="button" className={css.play} aria-label={runs ? t('Pausar') : label} onClick={() => playing.set(asked ? null : id)}>
        {runs ? <IconPlayerPauseFilled size={18} aria-hidden /> : <IconPlayerPlayFilled size={18} aria-hidden />}
      </button>
      <div
        className={css.wave}
        role="slider"
        tabIndex={0}
        aria-label={t('Posição')}
        aria-valuemin={0}
        aria-valuemax={Math.round(length)}
        aria-valuenow={Math.round(at)}
        aria-valuetext={formatDuration(at)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          seekTo(event);
        }}
        onPointerMove={(event) => event.buttons > 0 && seekTo(event)}
        onKeyDown={(event: KeyboardEvent) => {
          const step = event.key === 'ArrowRight' ? 5 : event.key === 'ArrowLeft' ? -5 : 0;
          if (step === 0 || length === 0) return;
          event.preventDefault();
          seek((at + step) / length);
        }}
      >
        <svg viewBox="0 0 256 30" preserveAspectRatio="none" aria-hidden="true">
          <InPlace of={wave}>
            {(peak, bar) => {
              const height = Math.max(3, peak * 28);
              const step = 256 / wave.length;
              return (
                <rect
                  x={bar * step}
                  y={15 - height / 2}
                  width={step * 0.6}
                  height={height}
                  rx={1}
                  data-played={bar / wave.length < share || undefined}
                />
              );
            }}
          </InPlace>
        </svg>
      </div>
      <button
        type="button"
        className={css.speed}
        aria-label={t('Velocidade {{speed}}×', { speed: formatNumber(Number(speed)) })}
        onClick={() => setSpeed(speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? '1')}
      >
        {formatNumber(Number(speed))}×
      </button>
      <span className={css.under}>
        {formatDuration(at)} / {formatDuration(length)}
      </span>
    </div>
  );
}

/** Safari cannot play Ogg; there, and after a failure, the converted copy is used. */
function sourceOf(url: string, playableUrl: string | null, mime: string | null, broken: boolean): string {
  if (!playableUrl) return url;
  const canPlay =
    typeof document === 'undefined' ||
    !mime ||
    document.createElement('audio').canPlayType(mime.includes('ogg') ? 'audio/ogg; codecs=opus' : mime) !== '';
  return broken || !canPlay ? playableUrl : url;
}
