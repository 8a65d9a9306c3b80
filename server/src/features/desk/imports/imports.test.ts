import type { ImportView } from '@balcao/contract/imports';
import { type BookType, utils, write } from '@e965/xlsx';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, call, heard, until } from '../../../../test/client.ts';
import { givenCompany } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import type { Sheets } from '../../../gateways/files/sheets.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { contactSheets } from './actions/contact-sheets.ts';
import { runImportStep } from './actions/run-import.ts';
import { insertImport } from './store.ts';

let world: World;
let admin: Client;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
});
afterAll(() => world.close());

function sheetOf(rows: unknown[][], bookType: BookType = 'xlsx'): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Contatos');
  return write(book, { type: 'buffer', bookType }) as Buffer;
}

function formWith(file: Buffer, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(file)]), 'clientes.xlsx');
  return form;
}

const finished = (client: Client, importId: number, withinMs = 20_000) =>
  until(async () => {
    const found = await client.call('GET /v1/imports/:importId', { params: { importId } });
    return found.finishedAt !== null && found;
  }, withinMs);

const download = async (client: Client, path: string) => {
  const response = await call(world.url, `GET ${path}`, { token: client.token });
  // Not text(): that drops the mark at the beginning.
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
  return { text, name: response.headers.get('content-disposition'), type: response.headers.get('content-type') };
};

test('rows are added, and each that is not says why', async () => {
  const owner = await givenCompany(world.url);
  await owner.call('POST /contacts', { body: { name: 'Já Existe', number: '11987650100' } });
  const rows = [
    { name: 'Ana Prado', number: '(11) 98765-0101', email: 'ana@exemplo.example' },
    { name: 'Outra Ana', number: '5511987650101' },
    { name: 'Repetida', number: 5511987650100 },
    { name: 'X', number: '11987650102' },
    { name: 'Curta', number: '123' },
    { name: 'Sem arroba', number: '11987650103', email: 'nada' },
  ];
  const answer = await owner.call('POST /contacts/upload', { body: rows });
  expect(answer.newContacts).toEqual([{ contactId: expect.any(Number), contactName: 'Ana Prado' }]);
  expect(answer.errorBag.map(({ contactName, row, error }) => [contactName, row, error.message])).toEqual([
    ['Outra Ana', 2, 'ERR_DUPLICATED_ROW'],
    ['Repetida', 3, 'ERR_DUPLICATED_CONTACT'],
    ['X', 4, 'ERR_CONTACT_NAME'],
    ['Curta', 5, 'ERR_INVALID_NUMBER'],
    ['Sem arroba', 6, 'ERR_CONTACT_EMAIL'],
  ]);
  expect(await owner.call('POST /contacts/upload', { body: { contacts: rows.slice(0, 1) } })).toMatchObject({ newContacts: [] });
  const [ana] = (await owner.call('GET /contacts', { query: { searchParam: 'Ana Prado' } })).contacts;
  expect(ana).toMatchObject({ number: '5511987650101', email: 'ana@exemplo.example' });
});

test('of rows as they were read from a sheet, those that say too little do not hold up the others', async () => {
  const owner = await givenCompany(world.url);
  const rows = [{ number: 11987650301 }, { name: 'Sem número' }, { name: 'Nulo', number: null }, { name: 'Torto', number: 1.5 }];
  const { newContacts, errorBag } = await owner.call('POST /contacts/upload', {
    body: { contacts: [...rows, { name: 'Longo', number: '1'.repeat(60) }, { name: 1234, number: 11987650302, email: null }] },
  });
  expect(newContacts.map(({ contactName }) => contactName)).toEqual(['1234']);
  expect(errorBag.map(({ row, error }) => [row, error.message])).toEqual([
    [1, 'ERR_CONTACT_NAME'],
    [2, 'ERR_INVALID_NUMBER'],
    [3, 'ERR_INVALID_NUMBER'],
    [4, 'ERR_INVALID_NUMBER'],
    [5, 'ERR_INVALID_NUMBER'],
  ]);
});

test('rows may carry the titles of their sheet, and a repeated one names the contact that has its number', async () => {
  const owner = await givenCompany(world.url);
  const known = await owner.call('POST /contacts', { body: { name: 'Já Existe', number: '11987650401' } });
  const { newContacts, errorBag } = await owner.call('POST /contacts/upload', {
    body: [
      { Nome: 'Ana Prado', Número: '11987650402', 'E-mail': 'ana@exemplo.example', Cidade: 'Recife', Idade: 41, Vazio: '' },
      { nome: 'Bia Prado', numero: 11987650403 },
      { Name: 'Caio', WhatsApp: '11987650401' },
      { nome: 'Dora', numero: '(11) 98765-0402' },
    ],
  });
  expect(newContacts.map(({ contactName }) => contactName)).toEqual(['Ana Prado', 'Bia Prado']);
  expect(errorBag).toEqual([
    { contactName: 'Caio', contactNumber: '11987650401', row: 3, error: { message: 'ERR_DUPLICATED_CONTACT' }, contactId: known.id },
    {
      contactName: 'Dora',
      contactNumber: '(11) 98765-0402',
      row: 4,
      error: { message: 'ERR_DUPLICATED_ROW' },
      contactId: newContacts[0]?.contactId,
    },
  ]);
  const ana = await owner.call('GET /contacts/:contactId', { params: { contactId: newContacts[0]?.contactId ?? 0 } });
  expect(ana).toMatchObject({ number: '5511987650402', email: 'ana@exemplo.example' });
  expect(ana.extraInfo.map(({ name, value }) => [name, value])).toEqual([
    ['Cidade', 'Recife'],
    ['Idade', '41'],
  ]);
});

const table = [
  ['Nome', 'Telefone', 'Cidade', '', 'Observação'],
  ['João Prado', '11987650501', 'São Paulo', 'solto', 'liga; cedo'],
  ['Zé', '11987650502', '', '', '"x"'],
  ['Sem número', '12', 'Olinda', '', ''],
];
const written = (separator: string) =>
  table.map((row) => row.map((cell) => (/[;,"\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator)).join('\r\n');

test.each<[string, string, Buffer]>([
  ['.xls', 'clientes.xls', sheetOf(table, 'biff8')],
  ['.csv with semicolons', 'clientes.csv', Buffer.from(`\ufeff${written(';')}`)],
  ['.csv with commas, in Latin letters', 'clientes.csv', Buffer.from(written(','), 'latin1')],
  ['.csv that names its separator', 'clientes.csv', Buffer.from(`sep=;\r\n${written(';')}`)],
  ['text with tabs, in UTF-16', 'clientes.csv', Buffer.from(`\ufeff${written('\t')}`, 'utf16le')],
])('a %s is taken in like an .xlsx, other columns as extra fields', async (_kind, fileName, file) => {
  const owner = await givenCompany(world.url);
  const form = () => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(file)]), fileName);
    return body;
  };
  expect(await owner.call('POST /v1/imports/preview', { body: form() })).toMatchObject({
    columns: ['Nome', 'Telefone', 'Cidade', '', 'Observação'],
    total: 3,
    mapping: { name: 0, number: 1, email: null, fields: [2, 4] },
  });
  const { import: begun } = await owner.call('POST /contacts/upload', { body: form() });
  expect(await finished(owner, begun?.id ?? 0)).toMatchObject({ status: 'done', fileName, created: 2, invalid: 1 });
  const [joao] = (await owner.call('GET /contacts', { query: { searchParam: 'João' } })).contacts;
  const { extraInfo } = await owner.call('GET /contacts/:contactId', { params: { contactId: joao?.id ?? 0 } });
  expect(extraInfo.map(({ name, value }) => [name, value])).toEqual([
    ['Cidade', 'São Paulo'],
    ['Observação', 'liga; cedo'],
  ]);
  // The report keeps them, so that the row can be corrected and imported again without losing any.
  const { text } = await download(owner, `/v1/imports/${begun?.id}/errors.csv`);
  expect(text.trim().split('\r\n').slice(1)).toEqual([expect.stringMatching(/^\d;Sem número;12;;ERR_INVALID_NUMBER;;Olinda$/)]);
});

test.each([
  ['ends with a line break', 'nome;celular\r\nÂngela Brandão;11 91234-0011\r\n'],
  ['has empty lines', '\r\nnome;celular\r\n\r\nÂngela Brandão;11 91234-0011\r\n\r\n'],
])('a short .csv of two columns that %s', async (_kind, text) => {
  const owner = await givenCompany(world.url);
  const body = new FormData();
  body.append('file', new Blob([text]), 'clientes.csv');
  expect(await owner.call('POST /v1/imports/preview', { body })).toMatchObject({
    columns: ['nome', 'celular'],
    rows: [['Ângela Brandão', '11 91234-0011']],
    total: 1,
    mapping: { name: 0, number: 1 },
  });
});

test('only the chosen columns become extra fields', async () => {
  const owner = await givenCompany(world.url);
  const columns = { nameColumn: '0', numberColumn: '1', fieldColumns: '4' };
  const { import: begun } = await owner.call('POST /contacts/upload', { body: formWith(sheetOf(table), columns) });
  await finished(owner, begun?.id ?? 0);
  const [joao] = (await owner.call('GET /contacts', { query: { searchParam: 'João' } })).contacts;
  const { extraInfo } = await owner.call('GET /contacts/:contactId', { params: { contactId: joao?.id ?? 0 } });
  expect(extraInfo.map(({ name }) => name)).toEqual(['Observação']);
});

test('columns without a title can be chosen too, and days are shown as days', async () => {
  const day = new Date('1980-05-06T00:00:00Z');
  const file = sheetOf([['Clientes da loja'], ['Ana Prado', 11987650303, day], ['Bia Prado', 11987650304]]);
  const preview = await admin.call('POST /v1/imports/preview', { body: formWith(file) });
  expect(preview.columns).toEqual(['Clientes da loja', '', '']);
  expect(preview.rows).toEqual([
    ['Ana Prado', '11987650303', '1980-05-06'],
    ['Bia Prado', '11987650304'],
  ]);
});

// One by one: each is read by a process of its own, of low priority.
test.each([
  ['nothing at all', []],
  ['titles alone', [['Nome', 'Telefone']]],
])('a sheet with %s is called empty', async (_, rows) => {
  const body = () => formWith(sheetOf(rows));
  await expect(admin.call('POST /v1/imports/preview', { body: body() })).rejects.toMatchObject({ status: 400, error: 'ERR_SHEET_EMPTY' });
  await expect(admin.call('POST /contacts/upload', { body: body() })).rejects.toMatchObject({ error: 'ERR_SHEET_EMPTY' });
});

test.each(['ods', 'xlsb', 'fods', 'html', 'rtf'] as const)('a sheet of the kind %s is none', async (kind) => {
  const rows = [
    ['Nome', 'Telefone'],
    ['Ana Prado', '11987650305'],
  ];
  await expect(admin.call('POST /contacts/upload', { body: formWith(sheetOf(rows, kind)) })).rejects.toMatchObject({ error: 'ERR_SHEET' });
});

test('the sheet that people see is read, not one that is hidden before it', async () => {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['chave', 'valor'],
      ['modo', 'b'],
    ]),
    'Config',
  );
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Nome', 'Telefone'],
      ['Ana Prado', '11987650306'],
    ]),
    'Contatos',
  );
  book.Workbook = {
    Sheets: [
      { name: 'Config', Hidden: 1 },
      { name: 'Contatos', Hidden: 0 },
    ],
  };
  const file = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  const preview = await admin.call('POST /v1/imports/preview', { body: formWith(file) });
  expect(preview).toMatchObject({ columns: ['Nome', 'Telefone'], rows: [['Ana Prado', '11987650306']], total: 1 });
});

test('a sign that nothing can store in one cell costs its row, not the import', async () => {
  const owner = await givenCompany(world.url);
  const rows = [
    ['Nome', 'Telefone', 'E-mail'],
    ['Ana Prado', '11987650307', 'ana\u0000@exemplo.example'],
    ['Bia\u0000 Prado', '11987650308', 'bia@exemplo.example'],
  ];
  const { import: begun } = await owner.call('POST /contacts/upload', { body: formWith(sheetOf(rows)) });
  expect(await finished(owner, begun?.id ?? 0)).toMatchObject({ status: 'done', created: 1, invalid: 1 });
  const { text } = await download(owner, `/v1/imports/${begun?.id}/errors.csv`);
  expect(text).toContain('2;Ana Prado;11987650307;ana@exemplo.example;ERR_CONTACT_EMAIL');
  expect((await owner.call('GET /contacts')).contacts).toMatchObject([{ name: 'Bia Prado', number: '5511987650308' }]);
});

test('an import that nothing helps ends, and says so', async () => {
  const owner = await givenCompany(world.url);
  const database = new pg.Client({ connectionString: world.database.superUrl });
  await database.connect();
  await database.query(`
    create function out_of_order() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$;
    create trigger out_of_order before insert on contacts for each row when (new.name = 'Quebra Tudo') execute function out_of_order()`);
  const rows = [
    ['Nome', 'Telefone'],
    ['Quebra Tudo', '11987650311'],
  ];
  const { import: begun } = await owner.call('POST /contacts/upload', { body: formWith(sheetOf(rows)) });
  // Its last attempt, without the pauses before.
  await until(async () => {
    const { rowCount } = await database.query(
      `update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now()
       where last_error is not null and locked_at is null and payload->'payload'->>'importId' = $1`,
      [begun?.id],
    );
    return rowCount === 1;
  });
  await database.end();
  expect(await finished(owner, begun?.id ?? 0)).toMatchObject({ status: 'failed', error: 'ERR_INTERNAL_SERVER_ERROR' });
});

test('a sheet is shown before it is taken in', async () => {
  const file = sheetOf([['Código', 'NÚMERO', 'nome'], ...Array.from({ length: 30 }, (_, i) => [i, 5511987651000 + i, `Cliente ${i}`])]);
  const preview = await admin.call('POST /v1/imports/preview', { body: formWith(file) });
  expect(preview).toMatchObject({ columns: ['Código', 'NÚMERO', 'nome'], total: 30, mapping: { name: 2, number: 1, email: null } });
  expect(preview.rows).toHaveLength(20);
  expect(preview.rows[0]).toEqual(['0', '5511987651000', 'Cliente 0']);
  const refused = (body: FormData) => expect(admin.call('POST /v1/imports/preview', { body })).rejects;
  await refused(formWith(Buffer.from('a\0b;c'))).toMatchObject({ status: 400, error: 'ERR_SHEET' });
  await refused(formWith(Buffer.concat([Buffer.from('PK'), Buffer.alloc(200)]))).toMatchObject({ error: 'ERR_SHEET' });
  await expect(
    admin.call('POST /contacts/upload', {
      body: formWith(
        sheetOf([
          ['a', 'b'],
          [1, 2],
        ]),
      ),
    }),
  ).rejects.toMatchObject({
    error: 'ERR_SHEET_COLUMNS',
  });
});

test('a sheet is taken in in the background, with a report of what was not', async () => {
  const socket = await admin.socket();
  const done = heard<{ import: ImportView }>(
    socket,
    `company-${admin.user.companyId}-import`,
    (news) => news.import.status === 'done',
    30_000,
  );
  const reload = heard<{ action: string }>(socket, `company-${admin.user.companyId}-contacts`, undefined, 30_000);
  const rows = Array.from({ length: 1200 }, (_, i) => [`Cliente ${i}`, 5521987600000 + i, i % 2 ? `c${i}@exemplo.example` : '']);
  rows[7] = ['=Fórmula', 'nada', ''];
  rows[1100] = ['Repetida', 5521987600000, ''];
  const file = sheetOf([['Nome', 'Telefone', 'Correio'], ...rows.slice(0, 3), [], ...rows.slice(3)]);
  const fields = { nameColumn: '0', numberColumn: '1', emailColumn: '2' };
  const { import: begun, newContacts } = await admin.call('POST /contacts/upload', { body: formWith(file, fields) });
  expect(newContacts).toEqual([]);
  expect(begun).toMatchObject({ fileName: 'clientes.xlsx', total: 1200, userId: admin.user.id });
  expect(await reload).toEqual({ action: 'reload' });
  const end = (await done).import;
  expect(end).toMatchObject({ processed: 1200, created: 1198, duplicates: 1, invalid: 1, error: null });
  expect(await finished(admin, end.id)).toEqual(end);
  expect((await admin.call('GET /v1/imports')).imports[0]).toEqual(end);
  // The number of a row is the sheet's: title and an empty row come before it.
  const { text } = await download(admin, `/v1/imports/${end.id}/errors.csv`);
  const [first] = (await admin.call('GET /contacts', { query: { searchParam: '5521987600000' } })).contacts;
  expect(text).toBe(
    `\ufeffrow;name;number;email;code;contactId\r\n10;'=Fórmula;nada;;ERR_INVALID_NUMBER;\r\n1103;Repetida;5521987600000;;ERR_DUPLICATED_ROW;${first?.id}\r\n`,
  );
  socket.close();
});

test('a large sheet takes little memory, tells browsers little, and loses no row', async () => {
  const owner = await givenCompany(world.url);
  const socket = await owner.socket();
  const told: string[] = [];
  socket.onAny((name: string) => told.push(name));
  const size = 10_000;
  const isBad = (i: number) => i % 100 === 99;
  const rows = Array.from({ length: size }, (_, i) => [`Cliente ${i}`, isBad(i) ? `12${i}` : 5541900000000 + i, `c${i}@exemplo.example`]);
  const form = formWith(sheetOf([['Nome', 'Telefone', 'Email'], ...rows]));
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const started = performance.now();
  const { import: begun } = await owner.call('POST /contacts/upload', { body: form });
  const end = await finished(owner, begun?.id ?? 0, 100_000);
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  expect(end).toMatchObject({ status: 'done', processed: size, created: size - size / 100, invalid: size / 100, duplicates: 0 });
  expect((peak - before) / 1_048_576).toBeLessThan(150);
  // One beginning, one end, and between them one a second.
  expect(told.filter((name) => name.endsWith('-import')).length).toBeLessThanOrEqual(seconds + 4);
  expect(told.filter((name) => name.endsWith('-contacts')).length).toBeLessThanOrEqual(seconds + 4);
  const { text } = await download(owner, `/v1/imports/${end.id}/errors.csv`);
  const refused = text.trim().split('\r\n').slice(1);
  expect(refused.map((line) => Number(line.split(';')[0]))).toEqual(rows.flatMap((_, i) => (isBad(i) ? [i + 2] : [])));
  expect(refused.at(-1)).toBe('10001;Cliente 9999;129999;c9999@exemplo.example;ERR_INVALID_NUMBER;');
  socket.close();
});

test('a sheet whose reading was cut off is read again, and no row is lost or comes twice', async () => {
  const owner = await givenCompany(world.url);
  const base = asSystem({ ...world.app.base }, mintCompanyId(owner.user.companyId));
  const key = `${owner.user.companyId}/cut-off.xlsx`;
  const rows = Array.from({ length: 1300 }, (_, i) => [`Cliente ${i}`, 5531987600000 + (i % 1290)]);
  await base.gateways.files.put(key, sheetOf([['Nome', 'Número'], ...rows]), { mime: 'application/octet-stream' });
  const { id } = await transaction(base, (ctx) =>
    insertImport(ctx, {
      userId: null,
      kind: 'contacts',
      listId: null,
      fileKey: key,
      fileName: 'x.xlsx',
      mapping: { name: 0, number: 1, email: null, fields: [] },
      total: 1300,
      at: ctx.now(),
    }),
  );
  const cutAt = (row: number): Sheets => ({
    read: (companyId, path, use) =>
      base.gateways.sheets.read(companyId, path, (sheet) =>
        use({
          ...sheet,
          rows: (async function* () {
            for await (const each of sheet.rows) {
              if (each.at > row) throw new Error('power cut');
              yield each;
            }
          })(),
        }),
      ),
  });
  const state = () => owner.call('GET /v1/imports/:importId', { params: { importId: id } });
  const cut = { ...base, gateways: { ...base.gateways, sheets: cutAt(1200) } };
  await expect(runImportStep(cut, contactSheets, id)).rejects.toThrow('power cut');
  const stopped = { ...base, stopping: AbortSignal.abort() };
  await expect(runImportStep(stopped, contactSheets, id)).rejects.toThrow('aborted');
  expect(await state()).toMatchObject({ status: 'running', processed: 0, created: 0 });
  expect(await runImportStep(base, contactSheets, id)).toBe(true);
  expect(await finished(owner, id)).toMatchObject({ status: 'done', processed: 1300, created: 1290, duplicates: 10, invalid: 0 });
  expect(await runImportStep(base, contactSheets, id)).toBe(false);
  expect((await owner.call('GET /contacts')).count).toBe(1290);
});

test('the address book of the phone comes in once, and names who has only a number', async () => {
  const owner = await givenCompany(world.url);
  await expect(owner.call('POST /contacts/import')).rejects.toMatchObject({ status: 400, error: 'ERR_NO_DEF_WAPP_FOUND' });
  const { id } = await owner.call('POST /whatsapp', { body: { name: 'Telefone', channel: 'simulator' } });
  await until(async () => (await owner.call('GET /whatsapp/:whatsappId', { params: { whatsappId: id } })).status === 'CONNECTED');
  await owner.call('POST /simulator/:whatsappId/messages', {
    params: { whatsappId: id },
    body: { from: '5548905550211', name: 'bemviver', body: 'oi' },
  });
  const first = await owner.call('POST /contacts/import');
  expect(first).toMatchObject({ message: 'contacts imported', created: first.total - 1 });
  expect(await owner.call('POST /contacts/import')).toMatchObject({ created: 0, total: first.total });
  const { contacts, count } = await owner.call('GET /contacts');
  expect(count).toBe(first.total);
  expect(contacts.find(({ number }) => number === '5548905550211')?.name).toBe('Clínica Bem-Viver');
});

test('all contacts leave as a file, and who took them is noted', async () => {
  const owner = await givenCompany(world.url);
  await owner.call('POST /contacts', { body: { name: 'Zilda; "Zi"', number: '11987650001', email: 'zi@exemplo.example' } });
  await owner.call('POST /contacts', { body: { name: '=HYPERLINK()', number: '11987650002' } });
  const { text, name, type } = await download(owner, '/v1/contacts/export.csv');
  expect(text).toBe('\ufeffname;number;email\r\n"Zilda; ""Zi""";5511987650001;zi@exemplo.example\r\n\'=HYPERLINK();5511987650002;\r\n');
  expect({ name, type }).toEqual({ name: "attachment; filename*=UTF-8''contatos.csv", type: 'text/csv; charset=utf-8' });
  const noted = await platformTransaction(world.app.base, async ({ db }) => {
    const { rows } = await sql<{ actor_id: number }>`
      select actor_id from audit_log where company_id = ${owner.user.companyId} and verb = 'contacts.exported'`.execute(db);
    return rows;
  });
  expect(noted).toEqual([{ actor_id: owner.user.id }]);
});

test('a long cell that is cut in the middle of an emoji holds up no other row, wherever it stands', async () => {
  const owner = await givenCompany(world.url);
  const rows = [
    ['Nome', 'Número', `${'t'.repeat(199)}😀`],
    ['Ana Prado', '11987650801', `${'a'.repeat(999)}😀`],
    ['Recusada', '123', `${'b'.repeat(199)}😀`],
  ];
  const started = await owner.call('POST /contacts/upload', { body: formWith(sheetOf(rows)) });
  const done = await finished(owner, started.import?.id ?? 0);
  expect(done).toMatchObject({ status: 'done', created: 1, invalid: 1 });
  const { text } = await download(owner, `/v1/imports/${done.id}/errors.csv`);
  expect(text).toContain(`${'b'.repeat(199)}\ufffd`);
});

test('a step whose import went with its company while it waited ends without a word', async () => {
  const inside = asSystem(world.app.base, mintCompanyId(admin.user.companyId));
  await expect(contactSheets.job.run(inside, { importId: 999_999 })).resolves.toBeUndefined();
});
