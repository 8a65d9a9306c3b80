import { expect, test } from 'vitest';
import { plainShortcode, quickMessageRules, quickMessageValues } from './quick-message-form.ts';

test('the slash people type is not part of the shortcode', () => {
  expect(plainShortcode(' / pix ')).toBe('pix');
  expect(quickMessageRules().shortcode('/')).toBe('Obrigatório');
});

test('a message needs words or a file', () => {
  const empty = quickMessageValues(null);
  expect(quickMessageRules().message(' ', empty)).not.toBeNull();
  expect(quickMessageRules().message(' ', { ...empty, kept: 'mapa.png' })).toBeNull();
});
