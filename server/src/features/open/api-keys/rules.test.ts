import { expect, test } from 'vitest';
import { hintOf, isUseNews, looksLikeKey } from './rules.ts';

const key = `blc_${'a1-_'.repeat(11)}`;

test('people recognise a key by its beginning, which is no key', () => {
  expect(hintOf(key)).toBe('blc_a1-_a1');
  expect([key, hintOf(key), key.slice(4), `${key} `, `${key}é`].map(looksLikeKey)).toEqual([true, false, false, false, false]);
});

test('that a key is used is noted every ten minutes', () => {
  const now = new Date('2026-03-10T15:00:00Z');
  const ago = (ms: number) => isUseNews(new Date(now.getTime() - ms), now);
  expect([isUseNews(null, now), ago(599_999), ago(600_000)]).toEqual([true, false, true]);
});
