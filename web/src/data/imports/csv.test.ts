import { expect, test } from 'vitest';
import { csvRows } from './csv.ts';

test('fields are separated by semicolons, lines by any line break', () => {
  expect(csvRows('\ufeffrow;name\r\n2;Ana\n')).toEqual([
    ['row', 'name'],
    ['2', 'Ana'],
  ]);
});

test('quotes keep semicolons, line breaks and quotes', () => {
  expect(csvRows('3;"Silva; ""Bia""\nFilha";')).toEqual([['3', 'Silva; "Bia"\nFilha', '']]);
});

test('nothing has no rows', () => {
  expect(csvRows('')).toEqual([]);
});
