// Uploads and the inputs of programs pass through files. They are in one folder for each process, so that what a killed process left
// behind is found and removed at the next start.
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, ownMark } from './process-mark.ts';

const prefix = 'balcao-temp-';
// Unguessable, so that nobody else on this machine can make it first.
const own = join(tmpdir(), `${prefix}${ownMark()}-${randomUUID()}`);

/** A path for a new temporary file or folder of this process. Whoever uses it removes it. */
export async function newTempPath(): Promise<string> {
  // Each time: something may have cleaned the system's folder meanwhile.
  await mkdir(own, { recursive: true, mode: 0o700 });
  return join(own, randomUUID());
}

/** Removes the temporary files of processes that run no more. Call at the start. */
export async function sweepTempFiles(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix) || isAlive(name.slice(prefix.length))) continue;
    const path = join(tmpdir(), name);
    const found = await lstat(path).catch(() => null);
    if (found?.isDirectory() && found.uid === process.getuid?.()) await rm(path, { recursive: true, force: true });
  }
}
