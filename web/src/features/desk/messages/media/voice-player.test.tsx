import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speakLanguage } from '../../../../platform/i18n.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { playVoice, VoicePlayer, type VoicePlayerProps } from './voice-player.tsx';

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    fireEvent.play(this);
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    fireEvent.pause(this);
  });
});
afterEach(() => vi.restoreAllMocks());

const base: VoicePlayerProps = {
  id: '1',
  url: '/m/1.ogg',
  playableUrl: null,
  mime: null,
  duration: 40,
  waveform: null,
  label: 'Ouvir mensagem de voz',
};
const sounds = () => [...document.querySelectorAll('audio')];
const slider = () => screen.getByRole('slider', { name: 'Posição' });

test('one recording plays at a time', async () => {
  renderUi(
    <>
      <VoicePlayer {...base} label="Primeira" />
      <VoicePlayer {...base} id="2" label="Segunda" />
    </>,
  );
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Primeira' })));
  expect(screen.getAllByRole('button', { name: 'Pausar' })).toHaveLength(1);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Segunda' })));
  expect(screen.getByRole('button', { name: 'Primeira' })).toBeShown();
  expect(screen.getAllByRole('button', { name: 'Pausar' })).toHaveLength(1);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Pausar' })));
  expect(screen.queryByRole('button', { name: 'Pausar' })).toBeNull();
});

test('the thread starts one, and hears when it ends', async () => {
  const onEnded = vi.fn();
  renderUi(<VoicePlayer {...base} onEnded={onEnded} />);
  await act(async () => playVoice('1'));
  expect(screen.getByRole('button', { name: 'Pausar' })).toBeShown();
  await act(async () => fireEvent.ended(sounds()[0] as Element));
  expect(onEnded).toHaveBeenCalledOnce();
  expect(slider().getAttribute('aria-valuenow')).toBe('0');
});

test('the speed is written as the language writes numbers', async () => {
  localStorage.setItem('voiceSpeed', '1.5');
  try {
    const { unmount } = renderUi(<VoicePlayer {...base} />);
    expect(screen.getByRole('button', { name: 'Velocidade 1,5×' }).textContent).toBe('1,5×');
    unmount();
    await speakLanguage('en');
    renderUi(<VoicePlayer {...base} />);
    expect(screen.getByText('1.5×')).toBeShown();
  } finally {
    localStorage.removeItem('voiceSpeed');
    await speakLanguage('pt');
  }
});

test('the arrows move by five seconds, within the recording', () => {
  renderUi(<VoicePlayer {...base} />);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) fireEvent.keyDown(slider(), { key });
  expect([sounds()[0]?.currentTime, slider().getAttribute('aria-valuenow')]).toEqual([5, '5']);
  for (let press = 0; press < 12; press += 1) fireEvent.keyDown(slider(), { key: 'ArrowRight' });
  expect(sounds()[0]?.currentTime).toBe(40);
});

test('the speed is remembered for all recordings', () => {
  const { unmount } = renderUi(<VoicePlayer {...base} />);
  fireEvent.click(screen.getByRole('button', { name: 'Velocidade 1×' }));
  expect(sounds()[0]?.playbackRate).toBe(1.5);
  unmount();
  renderUi(<VoicePlayer {...base} id="2" />);
  fireEvent.click(screen.getByRole('button', { name: 'Velocidade 1,5×' }));
  fireEvent.click(screen.getByRole('button', { name: 'Velocidade 2×' }));
  expect(screen.getByRole('button', { name: 'Velocidade 1×' })).toBeShown();
});

test('a player that cannot play the original gets the converted copy', () => {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('probably');
  const both = { ...base, playableUrl: '/m/1.m4a', mime: 'audio/ogg' };
  const { unmount } = renderUi(<VoicePlayer {...both} />);
  expect(sounds()[0]?.getAttribute('src')).toBe('/m/1.ogg');
  fireEvent.error(sounds()[0] as Element);
  expect(sounds()[0]?.getAttribute('src')).toBe('/m/1.m4a');
  unmount();
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('');
  renderUi(<VoicePlayer {...both} />);
  expect(sounds()[0]?.getAttribute('src')).toBe('/m/1.m4a');
});
