import { expect, test } from 'vitest';
import { quotaOf } from './quotas.ts';

test('a program may call so many times in a minute, and is told how many are left', () => {
  const resetsAt = new Date('2026-03-10T15:01:00Z');
  expect(quotaOf({ used: 1, resetsAt }, 2, new Date('2026-03-10T15:00:00Z'))).toEqual({
    ok: true,
    seconds: 60,
    headers: { 'ratelimit-policy': '2;w=60', 'ratelimit-limit': '2', 'ratelimit-remaining': '1', 'ratelimit-reset': '60' },
  });
  const later = new Date('2026-03-10T15:00:20.500Z');
  expect(quotaOf({ used: 2, resetsAt }, 2, later)).toMatchObject({
    ok: true,
    headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': '40' },
  });
  expect(quotaOf({ used: 3, resetsAt }, 2, later)).toMatchObject({
    ok: false,
    seconds: 40,
    headers: { 'retry-after': '40', 'ratelimit-remaining': '0' },
  });
});
