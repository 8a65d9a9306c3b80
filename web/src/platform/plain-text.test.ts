import { expect, test } from 'vitest';
import { partsAround } from './plain-text.ts';

test('the letters that were found are told apart, whatever their case and accents', () => {
  expect(partsAround('Configurações', 'acoes')).toEqual(['Configur', 'ações', '']);
  expect(partsAround('prazo-Retirada', 're')).toEqual(['prazo-', 'Re', 'tirada']);
  expect(partsAround('Transferir', '')).toBeNull();
  expect(partsAround('Transferir', 'x')).toBeNull();
});
