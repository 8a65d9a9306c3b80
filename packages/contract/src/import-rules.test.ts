import { expect, test } from 'vitest';
import { guessColumns, isContactRow } from './import-rules.ts';

test.each([
  [
    ['Nome', 'Número', 'E-mail'],
    [0, 1, 2],
  ],
  [
    ['e-mail', 'NUMERO', 'nome'],
    [2, 1, 0],
  ],
  [
    ['Código', 'Telefone', 'Cliente'],
    [2, 1, null],
  ],
  [
    ['Name', 'Phone number', 'Email'],
    [0, 1, 2],
  ],
  [
    ['a', 'b'],
    [null, null, null],
  ],
])('the columns %j are found by their titles', (columns, [name, number, email]) => {
  expect(guessColumns(columns)).toMatchObject({ name, number, email });
});

test('all other columns with a title are extra fields, but not those of our own report', () => {
  expect(guessColumns(['Nome', 'Cidade', 'Número', '', 'Idade', 'Motivo', 'Linha']).fields).toEqual([1, 4]);
});

test('a row without a name, number or e-mail is none of a contact', () => {
  expect(isContactRow(['lixo', 'cidade'])).toBe(false);
  expect(isContactRow(['Cidade', 'NÚMERO'])).toBe(true);
});
