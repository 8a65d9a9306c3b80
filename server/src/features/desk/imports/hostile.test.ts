// Workbooks that are made to harm: they say they are small, and are not.
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { getPriority, constants as osConstants } from 'node:os';
import { constants, deflateRawSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { givenCompany } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { createSheets, type SheetFailure } from '../../../gateways/files/sheets.ts';
import { newTempPath } from '../../../platform/temp-files.ts';

const MB = 1024 * 1024;

let world: World;
let agent: Client;
beforeAll(async () => {
  world = await createWorld();
  agent = await givenCompany(world.url);
});
afterAll(() => world.close());

/** A gigabyte of blanks between two texts, in a megabyte. */
function bomb(start: string, end: string): Buffer {
  const blanks = deflateRawSync(Buffer.alloc(16 * MB, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const text = (written: string) => deflateRawSync(Buffer.from(written), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([text(start), ...Array.from({ length: 64 }, () => blanks), deflateRawSync(Buffer.from(end))]);
}

/** A workbook with the sheet `packed`, which says that this inflates to `said` bytes. */
function workbook(packed: Buffer, said: number): Buffer {
  const office = 'application/vnd.openxmlformats-officedocument';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const parts: [string, string][] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${office}.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${office}.spreadsheetml.worksheet+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${spreadsheet}" xmlns:r="${documents}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
  ];
  const entries = [
    ...parts.map(([name, text]) => ({ name, packed: deflateRawSync(Buffer.from(text)), size: Buffer.byteLength(text) })),
    { name: 'xl/worksheets/sheet1.xml', packed, size: said },
  ];
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, packed: data, size } of entries) {
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(data.length, 14);
    about.writeUInt32LE(size, 18);
    about.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    pieces.push(Buffer.from('PK\x03\x04'), about, Buffer.from(name), data);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), about, tail, Buffer.from(name));
    offset += 30 + name.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, listed, end]);
}

const sheetStart = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
const sheetEnd =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>Nome</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Ana</t></is></c></row></sheetData></worksheet>';

/** The processes that read sheets for this one, with `program`. Looked for often, so only among its children. */
function readers(program = 'read-sheet'): { pid: string; bytes: number; nice: number }[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program)) return [];
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return [{ pid, bytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024, nice: getPriority(Number(pid)) }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

/** The most memory that `work` took more than before, here and in the readers, in MB, the most readers at once, and the lowest priority of one. */
async function watched<T>(work: () => Promise<T>): Promise<{ result: T; grownMB: number; atOnce: number; nice: number }> {
  const before = process.memoryUsage.rss();
  let [peak, atOnce, nice] = [before, 0, 0];
  const look = setInterval(() => {
    const now = readers();
    atOnce = Math.max(atOnce, now.length);
    nice = Math.max(nice, ...now.map((reader) => reader.nice));
    peak = Math.max(peak, process.memoryUsage.rss() + now.reduce((sum, { bytes }) => sum + bytes, 0));
  }, 20);
  const result = await work().finally(() => clearInterval(look));
  return { result, grownMB: (peak - before) / MB, atOnce, nice };
}

const previewed = (file: Buffer) => {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(file)]), 'clientes.xlsx');
  return agent.call('POST /v1/imports/preview', { body }).then(
    () => 'read',
    (error: { error: string }) => error.error,
  );
};

const packed = bomb(sheetStart, sheetEnd);

test('the same workbook without blanks is read', async () => {
  const honest = sheetStart + sheetEnd;
  expect(await previewed(workbook(deflateRawSync(Buffer.from(honest)), honest.length))).toBe('read');
});

test.each([
  [6, 'lie about their size', 2000, 'ERR_SHEET'],
  [5, 'say that they are empty', 0, 'ERR_SHEET'],
  [5, 'say how large they are', 1024 * MB + sheetStart.length + sheetEnd.length, 'ERR_SHEET_TOO_LARGE'],
])('%i workbooks at once that inflate to a gigabyte and %s are refused within 500 MB', async (n, _how, said, code) => {
  const file = workbook(packed, said);
  const { result, grownMB, atOnce, nice } = await watched(() => Promise.all(Array.from({ length: n }, () => previewed(file))));
  expect(result).toEqual(Array.from({ length: n }, () => code));
  expect(grownMB).toBeLessThan(500);
  expect(atOnce).toBeGreaterThan(0);
  expect(nice).toBeGreaterThanOrEqual(osConstants.priority.PRIORITY_BELOW_NORMAL);
  expect(atOnce).toBeLessThanOrEqual(2);
});

test.each([
  ['takes too much of a processor is too large', 'for (;;);', 600_000, 'too_large'],
  ['takes too much memory is too large', 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length + 0.5));', 600_000, 'too_large'],
  ['waits too long for one may come back', 'setTimeout(() => {}, 600_000);', 50, 'busy'],
  ['is stopped from outside may come back', "process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 600_000);", 600_000, 'busy'],
])('what %s', async (_what, code, longestMs, reason) => {
  const reader = await newTempPath();
  await writeFile(reader, code);
  const sheets = createSheets({ reader, processorSeconds: 3 });
  const read = sheets.read(1, reader, async ({ total }) => total, longestMs);
  await expect(read.finally(() => rm(reader))).rejects.toMatchObject({ reason });
  expect(readers(reader)).toEqual([]);
});

test('the reader knows nothing of the server’s surroundings', async () => {
  const reader = await newTempPath();
  await writeFile(reader, `console.log('{"total":2}\\n[1,"known"]\\n' + JSON.stringify([2, ...Object.keys(process.env)]))`);
  const known = createSheets({ reader }).read(1, reader, async ({ rows }) => {
    for await (const { cells } of rows) return cells;
    return [];
  });
  // What a shell tells each program by itself.
  expect((await known.finally(() => rm(reader))).filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))).toEqual([]);
});

test('two of a company are read at once, three of all; some wait, and the rest is told to come back', async () => {
  const path = await newTempPath();
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Nome'], ['Ana']]));
  await writeFile(path, write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
  const sheets = createSheets();
  const ended: number[] = [];
  const read = (companyId: number) =>
    sheets.read(companyId, path, async ({ total }) => ended.push(companyId) && total).catch((error: SheetFailure) => error.reason);
  const greedy = Array.from({ length: 15 }, () => 1);
  const { result, atOnce } = await watched(() => Promise.all([...greedy, 2, 3].map(read)));
  await rm(path);
  // Two that are read and ten that wait; on a slow machine, some of these wait too long.
  expect(result.filter((each) => each === 'busy').length).toBeGreaterThanOrEqual(3);
  // The others find a reader and a place to wait, and have their turn among the first.
  expect(result.slice(-2)).toEqual([1, 1]);
  expect(ended.slice(0, 7)).toEqual(expect.arrayContaining([2, 3]));
  expect(atOnce).toBeLessThanOrEqual(3);
});
