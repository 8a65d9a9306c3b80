import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '../../../../platform/test-server.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { VoiceRecorder } from './voice-recorder.tsx';

/** How many bytes the microphone gave. */
let heard: number;
let released: number;
let refusal: DOMException | null;
/** The person lets the page use the microphone. */
let allow: Promise<void>;
/** The browser cannot record what the microphone gives. */
let unfit: boolean;
let recorder: FakeRecorder;

class FakeRecorder {
  static isTypeSupported = (mime: string) => mime.startsWith('audio/webm');
  state: 'inactive' | 'recording' | 'paused' = 'inactive';
  mimeType: string;
  ondataavailable: (event: { data: Blob }) => void = () => undefined;
  onstop: (() => void) | null = null;
  constructor(_stream: unknown, { mimeType = '' } = {}) {
    this.mimeType = mimeType;
    if (unfit) throw new DOMException('no', 'NotSupportedError');
    recorder = this;
  }
  start() {
    this.state = 'recording';
  }
  pause() {
    this.state = 'paused';
  }
  resume() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.ondataavailable({ data: new Blob([new Uint8Array(heard)]) });
    this.onstop?.();
  }
}
class FakeAudio {
  createAnalyser() {
    return { fftSize: 0, getByteTimeDomainData: (samples: Uint8Array) => samples.fill(128) };
  }
  createMediaStreamSource() {
    return { connect: () => undefined };
  }
  close = async () => undefined;
}

beforeEach(() => {
  [heard, released, refusal, unfit] = [20_000, 0, null, false];
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('AudioContext', FakeAudio);
  const stop = () => {
    released += 1;
  };
  allow = Promise.resolve();
  const getUserMedia = async () => {
    await allow;
    if (refusal) throw refusal;
    return { getTracks: () => [{ stop }] };
  };
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
});
afterEach(() => vi.unstubAllGlobals());

async function record() {
  const [onSend, onClose] = [vi.fn(), vi.fn()];
  const view = renderUi(<VoiceRecorder onSend={onSend} onClose={onClose} />);
  await screen.findByRole('button', { name: 'Descartar gravação' });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pausar gravação' }).disabled).toBe(false));
  return { onSend, onClose, ...view };
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

test('a recording is sent in the format the browser has, and the microphone is let go', async () => {
  const { onSend, onClose } = await record();
  await press('Enviar');
  expect(onSend).toHaveBeenCalledOnce();
  expect(onSend.mock.calls[0]?.[0]).toMatchObject({ name: 'voz.webm', blob: { size: 20_000, type: 'audio/webm;codecs=opus' } });
  expect([onClose.mock.calls.length, released]).toEqual([1, 1]);
});

test('one that is too short is discarded and not sent', async () => {
  heard = 900;
  const { onSend, onClose } = await record();
  await press('Enviar');
  expect([onSend.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);
});

test('it pauses and goes on, and is listened to before it is sent', async () => {
  const { onSend } = await record();
  await press('Pausar gravação');
  await press('Continuar gravando');
  await press('Ouvir gravação');
  expect(screen.getByRole('slider', { name: 'Posição' })).toBeShown();
  expect(onSend).not.toHaveBeenCalled();
  await press('Enviar');
  expect(onSend).toHaveBeenCalledOnce();
});

test('discarding it, or leaving the conversation, lets the microphone go without sending', async () => {
  const { onSend, onClose, unmount } = await record();
  await press('Descartar gravação');
  expect([onSend.mock.calls.length, onClose.mock.calls.length, released]).toEqual([0, 1, 1]);
  unmount();
  const again = await record();
  again.unmount();
  expect([again.onSend.mock.calls.length, released]).toEqual([0, 2]);
});

test.each([
  ['NotAllowedError', /bloqueou o microfone/],
  ['NotFoundError', /Nenhum microfone encontrado/],
])('%s is said in words', async (name, text) => {
  refusal = new DOMException('no', name);
  const onClose = vi.fn();
  renderUi(<VoiceRecorder onSend={() => undefined} onClose={onClose} />);
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  await press('Fechar');
  expect(onClose).toHaveBeenCalledOnce();
});

test('who leaves before the browser has asked leaves no microphone on', async () => {
  const asked = deferred<void>();
  allow = asked.promise;
  const { unmount } = renderUi(<VoiceRecorder onSend={() => undefined} onClose={() => undefined} />);
  await screen.findByRole('button', { name: 'Descartar gravação' });
  unmount();
  asked.resolve();
  await waitFor(() => expect(released).toBe(1));
});

test('nor who gives up meanwhile, nor a microphone whose sound cannot be recorded', async () => {
  const asked = deferred<void>();
  allow = asked.promise;
  renderUi(<VoiceRecorder onSend={() => undefined} onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Descartar gravação' }));
  await act(async () => asked.resolve());
  expect(released).toBe(1);
  unfit = true;
  renderUi(<VoiceRecorder onSend={() => undefined} onClose={() => undefined} />);
  expect(await screen.findByRole('alert')).toBeShown();
  expect(released).toBe(2);
});

test('what was recorded until the microphone was unplugged can still be sent', async () => {
  const { onSend, onClose } = await record();
  act(() => recorder.stop());
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pausar gravação' }).disabled).toBe(true);
  await press('Enviar');
  expect([onSend.mock.calls.length, onSend.mock.calls[0]?.[0].blob.size, onClose.mock.calls.length]).toEqual([1, 20_000, 1]);
});

test('a pause is not part of the length', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const { onSend } = await record();
  vi.setSystemTime(3000);
  await press('Pausar gravação');
  vi.setSystemTime(60_000);
  await press('Continuar gravando');
  vi.setSystemTime(62_000);
  await press('Enviar');
  vi.useRealTimers();
  expect(onSend.mock.calls[0]?.[0].seconds).toBe(5);
});
