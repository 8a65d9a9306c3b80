import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '../../../platform/test-server.ts';
import { useRecorder } from './use-recorder.ts';

let released: number;
let asked: number;
let allow: Promise<unknown>;
let last: FakeRecorder;

class FakeRecorder {
  static isTypeSupported = (mime: string) => mime === 'audio/mp4';
  state = 'inactive';
  ondataavailable: (event: { data: Blob }) => void = () => undefined;
  onstop = () => {};
  constructor() {
    last = this;
  }
  start() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.ondataavailable({ data: new Blob(['voz']) });
    this.onstop();
  }
}

beforeEach(() => {
  [released, asked, allow] = [0, 0, Promise.resolve()];
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  const stop = () => {
    released += 1;
  };
  const getUserMedia = async () => {
    asked += 1;
    await allow;
    return { getTracks: () => [{ stop }] };
  };
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
});
afterEach(() => vi.unstubAllGlobals());

function mount() {
  const onRecorded = vi.fn<(file: File) => void>();
  return { onRecorded, ...renderHook(() => useRecorder(onRecorded)) };
}

test('a recording that is kept is handed on as a file, a discarded one is not; the microphone is let go', async () => {
  const { result, onRecorded } = mount();
  expect(await act(() => result.current.start())).toBe(true);
  expect(result.current.recording).toBe(true);
  act(() => result.current.stop(true));
  expect(onRecorded.mock.calls.map(([{ name, type }]) => [name, type])).toEqual([['voz.mp4', 'audio/mp4']]);
  await act(() => result.current.start());
  act(() => result.current.stop(false));
  expect([onRecorded.mock.calls.length, released, result.current.recording]).toEqual([1, 2, false]);
});

test('a browser that refuses, or cannot record, says so', async () => {
  allow = Promise.reject(new DOMException('no', 'NotAllowedError'));
  const { result } = mount();
  expect(await act(() => result.current.start())).toBe(false);
  vi.stubGlobal('MediaRecorder', undefined);
  expect(await act(() => result.current.start())).toBe(false);
});

test('who leaves while the browser asks leaves no microphone on, and a second press asks no second time', async () => {
  const { promise, resolve } = deferred<void>();
  allow = promise;
  const { result, unmount } = mount();
  const starts = [result.current.start(), result.current.start()];
  unmount();
  resolve();
  await Promise.all(starts);
  expect([asked, released]).toEqual([1, 1]);
});

test('who leaves during a recording sends nothing, though they sent one before', async () => {
  const { result, unmount, onRecorded } = mount();
  await act(() => result.current.start());
  act(() => result.current.stop(true));
  await act(() => result.current.start());
  unmount();
  // The recorder ends with its microphone.
  last.stop();
  expect(onRecorded).toHaveBeenCalledOnce();
});
