import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeMessage } from '../../../../data/messages/test-messages.ts';
import type { ThreadRow } from './thread-rows.ts';
import { useScrollPlace } from './use-scroll-place.ts';

const row = (id: number, fromMe = false): ThreadRow => ({
  kind: 'message',
  key: String(id),
  first: true,
  entry: { key: String(id), message: makeMessage(id, { fromMe }), pending: null },
});

test('all messages of the customer that came at once while one read further up are counted', () => {
  const { result, rerender } = renderHook(
    ({ rows }) => useScrollPlace({ rows, ready: rows.length > 0, startAt: null, onNearStart: () => undefined }),
    { initialProps: { rows: [] as ThreadRow[] } },
  );
  const element = document.createElement('div');
  Object.defineProperties(element, { scrollHeight: { value: 2000 }, clientHeight: { value: 400 } });
  result.current.scroller.current = element;
  rerender({ rows: [row(1), row(2)] });
  element.scrollTop = 600;
  act(() => result.current.onScroll());
  rerender({ rows: [row(1), row(2), row(3), row(4, true), row(5), row(6)] });
  expect(result.current.missed).toBe(3);
  // Whether the last one is ours does not matter.
  rerender({ rows: [row(1), row(2), row(3), row(4, true), row(5), row(6), row(7), row(8, true)] });
  expect(result.current.missed).toBe(4);
  act(() => result.current.toEnd());
  expect(result.current.missed).toBe(0);
});

test('what grows before its scrolling is told is followed, and whoever scrolls up stays there', () => {
  const { result, rerender } = renderHook(
    ({ rows }) => useScrollPlace({ rows, ready: rows.length > 0, startAt: null, onNearStart: () => undefined }),
    { initialProps: { rows: [] as ThreadRow[] } },
  );
  const element = document.createElement('div');
  let [height, top] = [2000, 0];
  Object.defineProperties(element, {
    scrollHeight: { get: () => height },
    clientHeight: { value: 400 },
    scrollTop: {
      get: () => top,
      set: (to: number) => {
        top = Math.min(to, height - 400);
      },
    },
  });
  result.current.scroller.current = element;
  rerender({ rows: [row(1), row(2)] });
  expect(top).toBe(1600);
  height = 2145;
  act(() => result.current.onScroll());
  expect(result.current.atEnd).toBe(true);
  rerender({ rows: [row(1), row(2), row(3)] });
  expect([top, result.current.missed]).toEqual([1745, 0]);
  top = 1500;
  act(() => result.current.onScroll());
  rerender({ rows: [row(1), row(2), row(3), row(4)] });
  expect([top, result.current.missed, result.current.atEnd]).toEqual([1500, 1, false]);
});
