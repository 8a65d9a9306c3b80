import { expect, test } from 'vitest';
import { placesOf } from './plain-text.ts';

test('a text is found in its places, whatever its accents and its case', () => {
  expect(placesOf('A RETIRÁDA é na retirada', 'retirada')).toEqual([2, 16]);
  expect(placesOf('Ação e acao', 'AÇAO')).toEqual([0, 7]);
  expect(placesOf('Configurações', 'acoes')).toEqual([8]);
  expect(placesOf('👍 sim, sim', 'sim')).toEqual([3, 8]);
  expect(placesOf('aaaa', 'aa')).toEqual([0, 2]);
  expect(placesOf('qualquer coisa', '')).toEqual([]);
  expect(placesOf('qualquer coisa', 'x')).toEqual([]);
});
