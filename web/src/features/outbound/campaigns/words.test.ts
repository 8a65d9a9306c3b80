import { expect, test } from 'vitest';
import { lengthText } from './words.ts';

test.each([
  [0, '1 segundo'],
  [40_000, '40 segundos'],
  [90_000, '2 minutos'],
  [80 * 60_000, '80 minutos'],
  [20_000_000, '6 horas'],
  [30 * 3_600_000, '30 horas'],
  [3 * 86_400_000, '3 dias'],
])('%d ms are %s', (ms, text) => {
  expect(lengthText(ms)).toBe(text);
});
