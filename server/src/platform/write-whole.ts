import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ownMark } from './process-mark.ts';

/** Writes a file that nobody, not even after a power failure, sees half written. Replaces what was there. */
export function replaceFile(path: string, text: string, mode: number, before: (unfinished: string) => void = () => undefined): void {
  const unfinished = writeUnfinished(path, text, mode);
  before(unfinished);
  renameSync(unfinished, path);
  syncFolder(path);
}

/** The same for a file that is made once: if another process was first, its file stays. */
export function createFileOnce(path: string, text: string, mode: number): void {
  const unfinished = writeUnfinished(path, text, mode);
  try {
    linkSync(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      // Some file systems have no hard links.
      if (!existsSync(path)) renameSync(unfinished, path);
    }
  } finally {
    rmSync(unfinished, { force: true });
  }
  syncFolder(path);
}

function writeUnfinished(path: string, text: string, mode: number): string {
  const unfinished = `${path}.${ownMark()}`;
  rmSync(unfinished, { force: true });
  const file = openSync(unfinished, 'wx', mode);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return unfinished;
}

/** The name too must be on the disk. */
function syncFolder(path: string): void {
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
