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
import { underLimits } from './restrained.ts';

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

/**
 * The file cannot be imported: no .xlsx, .xls or .csv, without rows, or too large; or not now, because too many others of the company are being
 * read or the machine has no time for it (`busy`).
 */
export class SheetFailure extends Error {
  constructor(readonly reason: 'unreadable' | 'empty' | 'too_large' | 'busy') {
    super(reason);
  }
}

export type Sheets = {
  /**
   * Opens the first visible sheet of a company's file at `path` while `use` runs. Rejects with `SheetFailure` or the error of `use`. Reading may
   * take `longestMs`; without it, what a person waits for at a proxy.
   */
  read<T>(companyId: number, path: string, use: (sheet: Sheet) => Promise<T>, longestMs?: number): Promise<T>;
};

const readersAtOnce = 3;
const readersOfOneCompany = 2;
const patience = { waitingMax: 10, waitMs: 20_000, tooLong: () => new SheetFailure('busy') };
/** With the time for its turn, less than the minute after which proxies give up. */
const longestForPeopleMs = 35_000;

/**
 * A file for which `reader` takes more than `processorSeconds` is too large; one that takes longer than it may, because others have the
 * processor, may be read later.
 */
export function createSheets({ reader = program(), processorSeconds = 30 } = {}): Sheets {
  const limited = limitEach<number>(readersOfOneCompany, patience, readersAtOnce);
  return {
    async read(companyId, path, use, longestMs = longestForPeopleMs) {
      const rows = await newTempPath();
      try {
        await limited(companyId, () => convert([reader, path], rows, processorSeconds, longestMs));
        return await useRows(rows, use);
      } finally {
        await rm(rows, { force: true });
      }
    },
  };
}

async function convert(reader: string[], rows: string, processorSeconds: number, longestMs: number): Promise<void> {
  const target = await open(rows, 'wx', 0o600);
  try {
    // A small young generation makes it a little slower and a third smaller. Only its main thread lowers its priority, so that one collects.
    const options = ['--max-old-space-size=600', '--max-semi-space-size=1', '--single-threaded-gc', ...reader];
    const [command, args] = underLimits(`ulimit -t ${processorSeconds}; ulimit -c 0`, process.execPath, options);
    // Pass no environment: it holds secrets, and the reader opens untrusted files.
    const child = spawn(command, args, { stdio: ['ignore', target.fd, 'ignore'], env: {} });
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, longestMs);
    const [code, signal] = (await once(child, 'exit').finally(() => clearTimeout(timer))) as [number | null, NodeJS.Signals | null];
    if (code === 0) return;
    if (code === 3) throw new SheetFailure('unreadable');
    if (code === 4) throw new SheetFailure('too_large');
    if (code !== null) throw new Error(`The reader of sheets ended with ${code}.`);
    // Whoever stops the server may stop it too; other signals mean that it ran out of memory or time.
    throw new SheetFailure(late || signal === 'SIGTERM' || signal === 'SIGINT' || signal === 'SIGHUP' ? 'busy' : 'too_large');
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
