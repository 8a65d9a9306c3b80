// Spreadsheets are read by a separate process, so that a large one takes neither memory nor CPU time from the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

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

/** The file cannot be imported: not an .xlsx, without rows, or too large. */
export class SheetFailure extends Error {
  constructor(readonly reason: 'unreadable' | 'empty' | 'too_large') {
    super(reason);
  }
}

export type Sheets = {
  /** Opens the first visible sheet of the .xlsx at `path` while `use` runs. Rejects with `SheetFailure` or the error of `use`. */
  read<T>(path: string, use: (sheet: Sheet) => Promise<T>): Promise<T>;
};

/** How long reading may take until the first row. */
const firstRowTimeoutMs = 120_000;

export function createSheets(): Sheets {
  return {
    async read(path, use) {
      // Pass no environment: it holds secrets, and the reader opens untrusted files.
      // A small young generation makes it a little slower and a third smaller.
      const child = spawn(process.execPath, ['--max-old-space-size=600', '--max-semi-space-size=1', program(), path], {
        stdio: ['ignore', 'pipe', 'ignore'],
        env: {},
      });
      const exited = once(child, 'exit').then(([code]) => code as number | null);
      const timeout = setTimeout(() => child.kill('SIGKILL'), firstRowTimeoutMs);
      try {
        if (child.pid) lowerPriority(child.pid);
        const lines = createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
        const first = await lines.next();
        clearTimeout(timeout);
        if (first.done) throw new SheetFailure((await exited) === 4 ? 'too_large' : 'unreadable');
        const { total } = JSON.parse(first.value) as { total: number };
        const titles = await lines.next();
        if (titles.done || total < 2) throw new SheetFailure('empty');
        return await use({ titles: rowOf(titles.value).cells, total: total - 1, rows: { [Symbol.asyncIterator]: () => rowsOf(lines) } });
      } finally {
        clearTimeout(timeout);
        child.kill('SIGKILL');
        await exited;
      }
    },
  };
}

async function* rowsOf(lines: AsyncIterator<string>): AsyncGenerator<SheetRow, void> {
  for (let line = await lines.next(); !line.done; line = await lines.next()) yield rowOf(line.value);
}

function rowOf(line: string): SheetRow {
  const [at, ...cells] = JSON.parse(line) as [number, ...string[]];
  return { at, cells };
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed everywhere; then it runs with normal priority.
  }
}

/** server/programs/read-sheet.mjs, found from the sources as well as from the bundle in server/dist. */
function program(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    const file = join(at, 'programs/read-sheet.mjs');
    if (existsSync(file)) return file;
    if (at === dirname(at)) throw new Error('The programs directory is missing beside the server.');
  }
}
