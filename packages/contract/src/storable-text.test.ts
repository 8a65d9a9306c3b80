import { expect, test } from 'vitest';
import { storableText } from './storable-text.ts';

test('a text is stored without NUL and halves of characters, whether they came or the cut made them', () => {
  expect(storableText('a\0b\ud83dc')).toBe('ab\ufffdc');
  expect(storableText('ab🚚', 3)).toBe('ab\ufffd');
  expect(storableText('a\0bc', 2)).toBe('ab');
  expect(storableText('🚚 ok')).toBe('🚚 ok');
});
