import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyTyping, useTyping } from './typing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a customer types until they stop, or until it is not repeated any more', () => {
  const { result } = renderHook(() => [useTyping(1), useTyping(2)]);
  expect(result.current).toEqual([undefined, undefined]);
  act(() => applyTyping({ ticketId: 1, on: true, recording: false }));
  act(() => applyTyping({ ticketId: 2, on: true, recording: false }));
  expect(result.current).toEqual(['typing', 'typing']);
  act(() => applyTyping({ ticketId: 2, on: false, recording: false }));
  expect(result.current).toEqual(['typing', undefined]);
  act(() => void vi.advanceTimersByTime(10_000));
  act(() => applyTyping({ ticketId: 1, on: true, recording: false }));
  act(() => void vi.advanceTimersByTime(10_000));
  expect(result.current).toEqual(['typing', undefined]);
  act(() => void vi.advanceTimersByTime(3_000));
  expect(result.current).toEqual([undefined, undefined]);
  act(() => applyTyping({ ticketId: 1, on: true, recording: true }));
  expect(result.current).toEqual(['recording', undefined]);
});
