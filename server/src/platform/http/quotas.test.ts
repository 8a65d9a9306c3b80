import { expect, test } from 'vitest';
import { createQuotas } from './quotas.ts';

test('a program may call so many times in a minute, and is told how many are left', () => {
  let at = 0;
  const quotas = createQuotas(() => at);
  expect(quotas.take('a', 2)).toEqual({
    ok: true,
    seconds: 60,
    headers: { 'ratelimit-policy': '2;w=60', 'ratelimit-limit': '2', 'ratelimit-remaining': '1', 'ratelimit-reset': '60' },
  });
  at = 20_500;
  expect(quotas.take('a', 2)).toMatchObject({ ok: true, headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': '40' } });
  expect(quotas.take('a', 2)).toMatchObject({ ok: false, seconds: 40, headers: { 'retry-after': '40', 'ratelimit-remaining': '0' } });
  expect(quotas.take('b', 2).ok).toBe(true);
  at = 60_000;
  expect(quotas.take('a', 2)).toMatchObject({ ok: true, headers: { 'ratelimit-remaining': '1' } });
});
