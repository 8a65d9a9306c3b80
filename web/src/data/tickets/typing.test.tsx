import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyTyping, useTyping } from './typing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a customer types until they stop, or until it is not repeated any more', () => {
  const { result } = renderHook(() => [useTyping(1), useTyping(2)]);
  expect(result.current).toEqual([false, false]);
  act(() => applyTyping({ ticketId: 1, on: true }));
  act(() => applyTyping({ ticketId: 2, on: true }));
  expect(result.current).toEqual([true, true]);
  act(() => applyTyping({ ticketId: 2, on: false }));
  expect(result.current).toEqual([true, false]);
  act(() => void vi.advanceTimersByTime(10_000));
  act(() => applyTyping({ ticketId: 1, on: true }));
  act(() => void vi.advanceTimersByTime(10_000));
  expect(result.current).toEqual([true, false]);
  act(() => void vi.advanceTimersByTime(3_000));
  expect(result.current).toEqual([false, false]);
});
