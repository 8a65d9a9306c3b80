/** Which processes use the built-in database, and which may start or stop it. Kept in files; entries of killed processes are ignored. */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, ownMark } from '../process-mark.ts';

/** The processes registered in the directory: `join` and `leave` for this one, `isEmpty` when no living process is left. */
export function userList(dir: string): { join(): void; leave(): void; isEmpty(): boolean } {
  const mine = `${ownMark()}-${randomBytes(4).toString('hex')}`;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return {
    join: () => writeFileSync(join(dir, mine), ''),
    leave: () => rmSync(join(dir, mine), { force: true }),
    isEmpty() {
      let empty = true;
      for (const mark of readdirSync(dir)) {
        if (isAlive(mark)) empty = false;
        else rmSync(join(dir, mark), { force: true });
      }
      return empty;
    },
  };
}

/** Runs `work` while holding the lock file. A lock whose holder died is ignored. */
export async function locked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const mine = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(mine, ownMark());
  try {
    while (!tryLink(mine, file)) {
      const holder = readIfThere(file);
      if (holder !== null && !isAlive(holder)) rmSync(file, { force: true });
      else await delay(20);
    }
    try {
      return await work();
    } finally {
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
