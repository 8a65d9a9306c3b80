import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SilenceWatch, watchSilence } from './line-watch.ts';

let said: string[];
let answer: (() => void) | null;
let watch: SilenceWatch;
beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  answer = null;
  watch = watchSilence({
    ask: (heard) => {
      said.push('ask');
      answer = heard;
    },
    onSilent: () => said.at(-1) !== 'silent' && said.push('silent'),
    onHeard: () => said.at(-1) !== 'ask' && said.push('heard'),
    onLost: () => said.push('lost'),
  });
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

test('a server that answers is asked every now and then, and never silent', () => {
  for (let second = 0; second < 20; second += 1) {
    vi.advanceTimersByTime(1000);
    answer?.();
    answer = null;
  }
  expect(said).not.toContain('silent');
  expect(said.filter((word) => word === 'ask').length).toBeLessThanOrEqual(10);
});

test('silence is noticed within five seconds, and its end at once', () => {
  vi.advanceTimersByTime(5000);
  expect(said).toEqual(['ask', 'silent']);
  watch.heard();
  expect(said).toEqual(['ask', 'silent', 'heard']);
});

test('a line on which nothing comes for long is given up', () => {
  vi.advanceTimersByTime(15_000);
  expect(said).toContain('lost');
});
