// Spreadsheets are untrusted and may be large, so a separate process turns them into a file of rows. At most three do so at once, two of them for
// one company: each may take some hundred MB. The rows are read from that file, however long it takes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { limitEach } from '../../platform/limit.ts';
import { newTempPath } from '../../platform/temp-files.ts';
import { lowerPriority } from './low-priority.ts';

export type SheetRow = {
  /** The sheet's own row number, from 1. */
  at: number;
  /** Trimmed texts, without empty ones at the end. */
  cells: string[];
};

export type Sheet = {
  /** The cells of the first non-empty row. */
  titles: string[];
  /** The number of non-empty rows after it. */
  total: number;
  /** Those rows; can be iterated once. */
  rows: AsyncIterable<SheetRow>;
};

/** The file cannot be imported: no .xlsx, .xls or .csv, without rows, or too large; or too many others of the company are being read (`busy`). */
export class SheetFailure extends Error {
  constructor(readonly reason: 'unreadable' | 'empty' | 'too_large' | 'busy') {
    super(reason);
  }
}

export type Sheets = {
  /** Opens the first visible sheet of a company's file at `path` while `use` runs. Rejects with `SheetFailure` or the error of `use`. */
  read<T>(companyId: number, path: string, use: (sheet: Sheet) => Promise<T>): Promise<T>;
};

const readersAtOnce = 3;
const readersOfOneCompany = 2;
const patience = { waitingMax: 10, waitMs: 20_000, tooLong: () => new SheetFailure('busy') };
const readingTimeoutMs = 60_000;

export function createSheets(): Sheets {
  const limited = limitEach<number>(readersOfOneCompany, patience, readersAtOnce);
  return {
    async read(companyId, path, use) {
      const rows = await newTempPath();
      try {
        await limited(companyId, () => convert(path, rows));
        return await useRows(rows, use);
      } finally {
        await rm(rows, { force: true });
      }
    },
  };
}

async function convert(path: string, rows: string): Promise<void> {
  const target = await open(rows, 'wx', 0o600);
  try {
    // Pass no environment: it holds secrets, and the reader opens untrusted files.
    // A small young generation makes it a little slower and a third smaller.
    const child = spawn(process.execPath, ['--max-old-space-size=600', '--max-semi-space-size=1', program(), path], {
      stdio: ['ignore', target.fd, 'ignore'],
      env: {},
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), readingTimeoutMs);
    lowerPriority(child);
    const [code] = (await once(child, 'exit').finally(() => clearTimeout(timer))) as [number | null];
    if (code === 3) throw new SheetFailure('unreadable');
    // Anything else than its own codes means that it ran out of memory or time.
    if (code !== 0) throw new SheetFailure('too_large');
  } finally {
    await target.close();
  }
}

async function useRows<T>(path: string, use: (sheet: Sheet) => Promise<T>): Promise<T> {
  const stream = createReadStream(path);
  try {
    const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
    const first = await lines.next();
    if (first.done) throw new SheetFailure('unreadable');
    const { total } = JSON.parse(first.value) as { total: number };
    const titles = await lines.next();
    if (titles.done || total < 2) throw new SheetFailure('empty');
    return await use({ titles: rowOf(titles.value).cells, total: total - 1, rows: { [Symbol.asyncIterator]: () => rowsOf(lines) } });
  } finally {
    stream.destroy();
  }
}

async function* rowsOf(lines: AsyncIterator<string>): AsyncGenerator<SheetRow, void> {
  for (let line = await lines.next(); !line.done; line = await lines.next()) yield rowOf(line.value);
}

function rowOf(line: string): SheetRow {
  const [at, ...cells] = JSON.parse(line) as [number, ...string[]];
  return { at, cells };
}

/** server/programs/read-sheet.mjs, found from the sources as well as from the bundle in server/dist. */
function program(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    const file = join(at, 'programs/read-sheet.mjs');
    if (existsSync(file)) return file;
    if (at === dirname(at)) throw new Error('The programs directory is missing beside the server.');
  }
}
