import { expect, test } from 'vitest';
import { csvLine } from './rules.ts';

test('a line for a sheet holds text, whatever it looks like', () => {
  expect(csvLine(['Ana "Bia"; Prado', '5511987654321', ''])).toBe('"Ana ""Bia""; Prado";5511987654321;\r\n');
  for (const formula of ['=1+1', '+55', '-1', '@SUM(A1)', '\tx']) expect(csvLine([formula])).toBe(`'${formula}\r\n`);
});
