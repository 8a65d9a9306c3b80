// Spreadsheets are read by a process of their own: what a large one needs of memory and of the processor is not taken from those who work.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type SheetRow = {
  /** As the sheet numbers it, from 1. */
  at: number;
  /** Trimmed text; trailing empty ones left out. */
  cells: string[];
};

export type Sheet = {
  /** The first row that is not empty. */
  titles: string[];
  /** Rows after it that are not empty. */
  total: number;
  /** Those rows, once. */
  rows: AsyncIterable<SheetRow>;
};

/** A file that cannot be taken in: no .xlsx, one without rows, or too large a one. */
export class SheetFailure extends Error {
  constructor(readonly reason: 'unreadable' | 'empty' | 'too_large') {
    super(reason);
  }
}

export type Sheets = {
  /** Opens the first sheet that is not hidden of the .xlsx at `path` while `use` runs. Rejects with `SheetFailure`, or what `use` rejects with. */
  read<T>(path: string, use: (sheet: Sheet) => Promise<T>): Promise<T>;
};

/** How long reading may take until the first row is there. */
const patienceMs = 120_000;

export function createSheets(): Sheets {
  return {
    async read(path, use) {
      // The environment stays here: it holds secrets, and the reader opens files of strangers.
      // A small nursery makes it a little slower and a third smaller.
      const child = spawn(process.execPath, ['--max-old-space-size=600', '--max-semi-space-size=1', program(), path], {
        stdio: ['ignore', 'pipe', 'ignore'],
        env: {},
      });
      const exited = once(child, 'exit').then(([code]) => code as number | null);
      const impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      try {
        if (child.pid) lowerPriority(child.pid);
        const lines = createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
        const first = await lines.next();
        clearTimeout(impatience);
        if (first.done) throw new SheetFailure((await exited) === 4 ? 'too_large' : 'unreadable');
        const { total } = JSON.parse(first.value) as { total: number };
        const titles = await lines.next();
        if (titles.done || total < 2) throw new SheetFailure('empty');
        return await use({ titles: rowOf(titles.value).cells, total: total - 1, rows: { [Symbol.asyncIterator]: () => rowsOf(lines) } });
      } finally {
        clearTimeout(impatience);
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
    // Not allowed everywhere; then it runs like the rest.
  }
}

/** server/programs/read-sheet.mjs, seen from the sources as well as from the bundle in server/dist. */
function program(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    const file = join(at, 'programs/read-sheet.mjs');
    if (existsSync(file)) return file;
    if (at === dirname(at)) throw new Error('The programs directory is missing beside the server.');
  }
}
