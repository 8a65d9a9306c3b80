/**
 * Reads the first visible sheet of an .xlsx or .xls, or a .csv, in a process of its own, whose memory is gone afterwards:
 * `node read-sheet.mjs <file>`. Prints JSON lines: `{ "total": rows }`, then each row that is not empty as
 * `[number in the sheet, ...cells as text]`. Exit codes: 3 for a file that is no such sheet, 4 for one that is too large.
 */
import { readFileSync, writeSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { read, SSF } from '@e965/xlsx';
import papaparse from 'papaparse';
import { rewritten, TooLarge } from './honest-zip.mjs';

const columnsMax = 200;
const rowsMax = 150_000;
/** 31 December 9999, the last day sheets know. */
const lastDay = 2_958_465;
/** All that is printed, in characters. */
const printedMax = 64 * 1024 * 1024;

const bytes = readFileSync(process.argv[2] ?? '');
letOthersFirst();
try {
  print(rowsOf(bytes));
} catch (error) {
  process.exit(error instanceof TooLarge ? 4 : 3);
}

/** Only from here on: on a busy machine, somebody would else wait long for a small sheet, since this program takes a while to load. */
function letOthersFirst() {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed everywhere; then it runs with normal priority.
  }
}

function rowsOf(bytes) {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return cellsOf(rewritten(bytes), 'xlsx');
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0') return cellsOf(bytes, undefined);
  return separated(bytes);
}

/** The rows of a workbook, if it is of this kind; the library knows more, and has no name for .xls. */
function cellsOf(book, kind) {
  const open = (sheet) =>
    read(book, {
      dense: true,
      sheets: sheet,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
      cellStyles: false,
      sheetRows: rowsMax + 1,
    });
  const first = open(0);
  if (first.bookType !== kind) throw new Error(`a workbook of the kind ${first.bookType}`);
  const shown = Math.max(0, first.Workbook?.Sheets?.findIndex(({ Hidden }) => !Hidden) ?? 0);
  const { Sheets, SheetNames } = shown === 0 ? first : open(shown);
  const rows = Sheets[SheetNames[shown] ?? '']?.['!data'] ?? [];
  return Array.from(rows, (row) => Array.from((row ?? []).slice(0, columnsMax), textOf));
}

/** The rows of a text with separators, in the encodings in which spreadsheet programs save it. */
function separated(bytes) {
  const text = decoded(bytes).replace(/^\uFEFF?(sep=.\r?\n)?/, '');
  // Programs call web pages and XML .xls too; nobody wants their tags as contacts.
  if (text.includes('\0') || /^\s*(<|\{\\rtf)/.test(text)) throw new Error('no text with separators');
  // Guessed without the empty lines: one at the end of a short text with two columns would make them look like one.
  const { delimiter } = papaparse.parse(text, { preview: 10, skipEmptyLines: 'greedy', delimitersToGuess: [';', ',', '\t', '|'] }).meta;
  const { data } = papaparse.parse(text, { preview: rowsMax + 1, delimiter });
  return data.map((row) => row.slice(0, columnsMax).map(short));
}

function decoded(bytes) {
  if (bytes.subarray(0, 2).toString('hex') === 'fffe') return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A number as it was typed: sheets show long ones as 5.51199E+12. A day is a number too, which nobody would recognise. */
function textOf(cell) {
  if (!cell || cell.t === 'z' || cell.t === 'e') return '';
  if (cell.t === 'n' && cell.v <= lastDay && SSF.is_date(cell.z ?? '')) return SSF.format('yyyy-mm-dd', cell.v);
  if (cell.t === 'n' && Number.isSafeInteger(cell.v)) return String(cell.v);
  const text = cell.t === 's' ? cell.v : (cell.w ?? cell.v);
  return short(String(text ?? ''));
}

function short(text) {
  return text.trim().slice(0, 1000).toWellFormed();
}

function print(rows) {
  if (rows.length > rowsMax) throw new TooLarge();
  const lines = [];
  let printed = 0;
  for (const [index, cells] of rows.entries()) {
    while (cells.length > 0 && cells.at(-1) === '') cells.pop();
    if (cells.length === 0) continue;
    const line = JSON.stringify([index + 1, ...cells]);
    printed += line.length;
    if (printed > printedMax) throw new TooLarge();
    lines.push(line);
  }
  write(JSON.stringify({ total: lines.length }));
  for (let i = 0; i < lines.length; i += 500) write(lines.slice(i, i + 500).join('\n'));
}

/** All of it: one write may take only a part. */
function write(text) {
  const bytes = Buffer.from(`${text}\n`);
  for (let done = 0; done < bytes.length; ) done += writeSync(1, bytes, done);
}
