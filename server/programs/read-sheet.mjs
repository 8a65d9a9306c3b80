/**
 * Reads the first sheet of an .xlsx that is not hidden in a process of its own, whose memory is gone afterwards: `node read-sheet.mjs <file>`.
 * Prints JSON lines: `{ "total": rows }`, then each row that is not empty as `[number in the sheet, ...cells as text]`.
 * Exit codes: 3 for a file that is no such sheet, 4 for one that is too large.
 */
import { readFileSync } from 'node:fs';
import { read, SSF } from '@e965/xlsx';

const columnsMax = 200;
const rowsMax = 150_000;
/** 31 December 9999, the last day sheets know. */
const lastDay = 2_958_465;
/** Unpacked, in bytes. A sheet of 100,000 contacts has about 30 MB. */
const unpackedMax = 250 * 1024 * 1024;

const bytes = readFileSync(process.argv[2] ?? '');
if (bytes.subarray(0, 2).toString('latin1') !== 'PK') process.exit(3);
if (unpackedSize(bytes) > unpackedMax) process.exit(4);

const lines = [];
try {
  const first = bookWith(0);
  // The library knows more formats that are archives.
  if (first.bookType !== 'xlsx') process.exit(3);
  const shown = Math.max(0, first.Workbook?.Sheets?.findIndex(({ Hidden }) => !Hidden) ?? 0);
  const book = shown === 0 ? first : bookWith(shown);
  const rows = book.Sheets[book.SheetNames[shown] ?? '']?.['!data'] ?? [];
  if (rows.length > rowsMax) process.exit(4);
  for (const [index, row] of rows.entries()) {
    const cells = Array.from((row ?? []).slice(0, columnsMax), textOf);
    while (cells.length > 0 && cells.at(-1) === '') cells.pop();
    if (cells.length > 0) lines.push(JSON.stringify([index + 1, ...cells]));
  }
} catch {
  process.exit(3);
}
await print(JSON.stringify({ total: lines.length }));
for (let i = 0; i < lines.length; i += 500) await print(lines.slice(i, i + 500).join('\n'));

/** The file with one sheet of it read. */
function bookWith(sheet) {
  return read(bytes, {
    dense: true,
    sheets: sheet,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    cellStyles: false,
    sheetRows: rowsMax + 1,
  });
}

/** A number as it was typed: sheets show long ones as 5.51199E+12. A day is a number too, which nobody would recognise. */
function textOf(cell) {
  if (!cell || cell.t === 'z' || cell.t === 'e') return '';
  if (cell.t === 'n' && cell.v <= lastDay && SSF.is_date(cell.z ?? '')) return SSF.format('yyyy-mm-dd', cell.v);
  if (cell.t === 'n' && Number.isSafeInteger(cell.v)) return String(cell.v);
  const text = cell.t === 's' ? cell.v : (cell.w ?? cell.v);
  return String(text ?? '')
    .trim()
    .slice(0, 1000);
}

/** What the directory of the archive says its entries unpack to. APPNOTE.TXT 4.3.12 and 4.3.16. */
function unpackedSize(archive) {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + 22 > archive.length) process.exit(3);
  let at = archive.readUInt32LE(end + 16);
  let size = 0;
  for (let entries = archive.readUInt16LE(end + 10); entries > 0; entries--) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== 0x02014b50) process.exit(3);
    size += archive.readUInt32LE(at + 24);
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return size;
}

function print(text) {
  return new Promise((resolve) => (process.stdout.write(`${text}\n`) ? resolve() : process.stdout.once('drain', resolve)));
}
