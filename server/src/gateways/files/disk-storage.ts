import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newId } from '../../platform/chance.ts';
import { keyParts, type Storage } from './storage.ts';

const unfinishedFolder = '.unfinished';
/** No file takes longer to be written, and another process may be writing one. */
const unfinishedMs = 86_400_000;

/** Removes what processes that were killed left half written under `root`. `now` in ms. */
export async function sweepUnfinished(root: string, now: number): Promise<void> {
  const folder = join(root, unfinishedFolder);
  for (const name of (await ifThere(readdir(folder))) ?? []) {
    const found = await ifThere(stat(join(folder, name)));
    if (found && found.mtimeMs < now - unfinishedMs) await rm(join(folder, name), { force: true });
  }
}

/** Files under `root`, in two levels of folders so that none gets too large: `7/x.jpg` is stored as `7/ab/cd/x.jpg`. */
export function diskStorage(root: string): Storage {
  const pathOf = (key: string) => {
    const parts = keyParts(key);
    const name = parts.pop() ?? '';
    const fan = createHash('sha256').update(name).digest('hex');
    return join(root, ...parts, fan.slice(0, 2), fan.slice(2, 4), name);
  };

  return {
    async put(key, content) {
      const path = pathOf(key);
      // No key begins with a dot, so this folder cannot clash with one.
      const unfinished = join(root, unfinishedFolder, newId());
      await mkdir(dirname(unfinished), { recursive: true });
      try {
        const source = content instanceof Readable ? content : Readable.from([content]);
        // Flush before the rename; otherwise a power failure could leave an empty file under the final name.
        await pipeline(source, createWriteStream(unfinished, { flush: true, mode: 0o600 }));
        await mkdir(dirname(path), { recursive: true });
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async get(key, range) {
      // Once open, the file may be deleted.
      const file = await ifThere(open(pathOf(key)));
      if (!file) return null;
      const found = await file.stat();
      if (!found.isFile()) {
        await file.close();
        return null;
      }
      return { stream: file.createReadStream(range ? { start: range.start, end: range.end } : {}), size: found.size, mime: null };
    },
    async head(key) {
      const found = await ifThere(stat(pathOf(key)));
      return found?.isFile() ? { size: found.size, mime: null } : null;
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

async function ifThere<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw error;
  }
}
