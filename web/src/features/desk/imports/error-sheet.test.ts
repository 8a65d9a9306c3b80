import { read, utils } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { csvRows } from '../../../data/imports/csv.ts';
import { refusedRows } from '../../../data/imports/refused-rows.ts';
import { errorSheet, templateSheet } from './error-sheet.ts';
import { xlsxOf } from './xlsx.ts';

const file = [
  'row;name;number;email;code',
  "10;'=Fórmula;nada;;ERR_INVALID_NUMBER",
  `1103;"Ré & <Filhos>; ""Ltda""";'+55 48 90555-0100;re@filhos.example;ERR_DUPLICATED_ROW`,
].join('\r\n');

async function opened(rows: string[][]): Promise<unknown[][]> {
  const book = read(new Uint8Array(await (await xlsxOf('Erros', rows)).arrayBuffer()), { type: 'array' });
  expect(book.SheetNames).toEqual(['Erros']);
  return utils.sheet_to_json<unknown[]>(book.Sheets.Erros ?? {}, { header: 1 });
}

test('rows that were not taken can be read, corrected and imported again', async () => {
  expect(await opened(errorSheet(refusedRows(csvRows(file))))).toEqual([
    ['Nome', 'Número', 'E-mail', 'Motivo', 'Linha'],
    ['=Fórmula', 'nada', '', 'Este número não é válido. Confira o DDD e os dígitos.', '10'],
    ['Ré & <Filhos>; "Ltda"', '+55 48 90555-0100', 're@filhos.example', 'Outra linha da planilha tem o mesmo número.', '1103'],
  ]);
});

test('custom fields stay with their row, and a repeated one knows its contact', () => {
  const written = ['row;name;number;email;code;contactId;Cidade;Idade', '4;Caio;11987650401;;ERR_DUPLICATED_CONTACT;17;Olinda;'].join(
    '\r\n',
  );
  const rows = refusedRows(csvRows(written));
  expect(rows).toMatchObject([{ name: 'Caio', contactId: 17 }]);
  expect(errorSheet(rows)).toEqual([
    ['Nome', 'Número', 'E-mail', 'Motivo', 'Linha', 'Cidade', 'Idade'],
    ['Caio', '11987650401', '', 'Já existe um contato com este número.', '4', 'Olinda', ''],
  ]);
});

test('the template has the columns an import looks for', async () => {
  const [titles, example] = await opened(templateSheet('contacts'));
  expect(titles).toEqual(['Nome', 'Número', 'E-mail']);
  expect(example).toHaveLength(3);
  expect(templateSheet('list')).toEqual(templateSheet('contacts'));
  expect(templateSheet('consents').map((row) => row.slice(0, 2))).toEqual([
    ['Número', 'Estado'],
    ['+55 48 90555-0142', 'out'],
  ]);
});

test('what XML cannot hold is left out, and many rows stay as many', async () => {
  expect(await opened([['a\u0000b\u0007c\ud800', ' dois  espaços ', '😀']])).toEqual([['abc', ' dois  espaços ', '😀']]);
  const many = Array.from({ length: 20_000 }, (_, i) => [`Cliente ${i}`, String(5_521_900_000_000 + i)]);
  const sheet = await xlsxOf('Erros', many);
  expect(sheet.size).toBeLessThan(1_000_000);
  expect((await opened(many)).at(-1)).toEqual(many.at(-1));
});
