import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { News } from '../../platform/socket.ts';
import { phoneKeys } from './keys.ts';
import { hearMessage } from './live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['of a customer', { name: 'Helena', number: '5548905550142' }, [true, false]],
  ['of a group', { name: 'Condomínio Ipê', number: '5548905550142-9' }, [false, true]],
])('a message %s refreshes their phone only', (_, contact, refreshed) => {
  const cache = new QueryClient();
  const phones = [phoneKeys.one(1, { number: '5548905550142' }), phoneKeys.one(1, { number: '5548905550171', group: 'Condomínio Ipê' })];
  for (const key of phones) cache.setQueryData(key, { messages: [] });
  hearMessage(cache, { contact } as News<'appMessage'>);
  vi.advanceTimersByTime(1_000);
  expect(phones.map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual(refreshed);
});
