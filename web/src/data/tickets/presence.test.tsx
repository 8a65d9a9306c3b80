import { presenceLastsMs } from '@balcao/contract/presence-rules';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { applyPresence, usePresence } from './presence.ts';

afterEach(() => vi.useRealTimers());

test('colleagues are shown while they say so, and go by themselves', () => {
  vi.useFakeTimers();
  const { result } = renderHook(() => usePresence(5));
  const hear = (id: number, name: string, state: 'viewing' | 'typing' | 'away') =>
    act(() => applyPresence({ ticketId: 5, user: { id, name }, state, arrived: false }, { id: 7 }));
  const seen = () => result.current.map(({ name, state }) => `${name} ${state}`);
  hear(7, 'Eu', 'typing');
  hear(2, 'Caio', 'viewing');
  hear(1, 'Ana', 'viewing');
  hear(2, 'Caio', 'typing');
  expect(seen()).toEqual(['Ana viewing', 'Caio typing']);
  hear(2, 'Caio', 'away');
  expect(seen()).toEqual(['Ana viewing']);
  act(() => vi.advanceTimersByTime(presenceLastsMs + 100));
  expect(seen()).toEqual([]);
});
