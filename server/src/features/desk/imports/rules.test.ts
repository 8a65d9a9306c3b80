import { expect, test } from 'vitest';
import { csvLine, guessColumns } from './rules.ts';

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

test('a line for a sheet holds text, whatever it looks like', () => {
  expect(csvLine(['Ana "Bia"; Prado', '5511987654321', ''])).toBe('"Ana ""Bia""; Prado";5511987654321;\r\n');
  for (const formula of ['=1+1', '+55', '-1', '@SUM(A1)', '\tx']) expect(csvLine([formula])).toBe(`'${formula}\r\n`);
});
