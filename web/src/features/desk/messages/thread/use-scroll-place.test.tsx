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

/** An element 400 pixels high, and how high and how far down what is in it is. */
function scroller(height: number) {
  const element = document.createElement('div');
  const at = { height, top: 0 };
  Object.defineProperties(element, {
    scrollHeight: { get: () => at.height },
    clientHeight: { value: 400 },
    scrollTop: {
      get: () => Math.min(at.top, at.height - 400),
      set: (to: number) => {
        at.top = Math.min(to, at.height - 400);
      },
    },
  });
  return { element, at };
}

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
  const { element, at } = scroller(2000);
  result.current.scroller.current = element;
  rerender({ rows: [row(1), row(2)] });
  expect(at.top).toBe(1600);
  at.height = 2145;
  act(() => result.current.onScroll());
  expect(result.current.atEnd).toBe(true);
  rerender({ rows: [row(1), row(2), row(3)] });
  expect([at.top, result.current.missed]).toEqual([1745, 0]);
  at.top = 1500;
  act(() => result.current.onScroll());
  rerender({ rows: [row(1), row(2), row(3), row(4)] });
  expect([at.top, result.current.missed, result.current.atEnd]).toEqual([1500, 1, false]);
});

test('where it started stays in sight while more comes above it or what was held goes, until one scrolls', () => {
  const { result, rerender } = renderHook(
    ({ rows }) => useScrollPlace({ rows, ready: rows.length > 0, startAt: '[data-unread]', onNearStart: () => undefined }),
    { initialProps: { rows: [] as ThreadRow[] } },
  );
  const { element, at } = scroller(2000);
  const line = element.appendChild(document.createElement('div'));
  line.dataset.unread = '';
  const draw = (rows: ThreadRow[], offsetTop: number, height: number) => {
    Object.defineProperty(line, 'offsetTop', { value: offsetTop, configurable: true });
    at.height = height;
    rerender({ rows });
    return element.scrollTop;
  };
  result.current.scroller.current = element;
  expect(draw([row(2), row(3), row(4)], 1500, 2000)).toBe(1476);
  // What happened to the ticket is told above it.
  expect(draw([row(2), row(3), row(4)], 1560, 2060)).toBe(1536);
  // Above it there is less, and below it as much.
  expect(draw([row(3), row(4)], 1260, 1760)).toBe(1236);
  expect(draw([row(1), row(3), row(4)], 1400, 1900)).toBe(1376);
  at.top = 900;
  act(() => result.current.onScroll());
  expect(draw([row(1), row(3), row(4)], 1460, 1960)).toBe(900);
});

test('whoever is at the end stays there as what was held beyond a page goes', () => {
  const { result, rerender } = renderHook(
    ({ rows }) => useScrollPlace({ rows, ready: rows.length > 0, startAt: null, onNearStart: () => undefined }),
    { initialProps: { rows: [] as ThreadRow[] } },
  );
  const { element, at } = scroller(3500);
  result.current.scroller.current = element;
  rerender({ rows: [row(1), row(2), row(3)] });
  at.height = 3200;
  rerender({ rows: [row(2), row(3)] });
  expect(at.top).toBe(2800);
});
