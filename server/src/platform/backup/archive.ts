// One file for everything: a compressed tar. Its last entry tells what must be in it, so that half a file is known for what it is.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Header, type Pack, pack } from 'tar-stream';

/** The archive cannot be used; the message is for people. */
export class BadBackup extends Error {}

export type ArchiveWriter = {
  /** Adds an entry whose content is at hand. */
  add(name: string, content: Buffer): Promise<void>;
  /** Adds an entry of a known size from a stream. Answers the SHA-256 of its content. */
  addStream(name: string, size: number, mime: string | null, content: Readable): Promise<string>;
};

/** Writes an archive. It stands at `path` once it is whole; what fails leaves nothing. */
export async function writeArchive(path: string, fill: (writer: ArchiveWriter) => Promise<void>): Promise<void> {
  const unfinished = `${path}.unfinished`;
  const tar = pack();
  const written = pipeline(tar, createGzip({ level: 3 }), createWriteStream(unfinished, { mode: 0o600, flush: true }));
  // Awaited below; a failure meanwhile is no unhandled one.
  written.catch(() => undefined);
  try {
    await fill(writerOf(tar, written));
    tar.finalize();
    await written;
    await rename(unfinished, path);
  } catch (error) {
    tar.destroy();
    await written.catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

function writerOf(tar: Pack, written: Promise<void>): ArchiveWriter {
  // A full disk ends the pipeline, after which no entry would ever be taken.
  const orFailed = <T>(work: Promise<T>) => Promise.race([work, written.then(() => work)]);
  return {
    add: (name, content) =>
      orFailed(
        new Promise<void>((resolve, reject) => {
          tar.entry({ name, size: content.length, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
        }),
      ),
    async addStream(name, size, mime, content) {
      const hash = createHash('sha256');
      content.on('data', (piece: Buffer) => hash.update(piece));
      await orFailed(
        new Promise<void>((resolve, reject) => {
          const into = tar.entry({ name, size, mode: 0o600, ...(mime && { pax: { mime } }) }, (error) =>
            error ? reject(error) : resolve(),
          );
          content.on('error', reject);
          content.pipe(into);
        }),
      );
      return hash.digest('hex');
    },
  };
}

export type ArchiveEntry = { name: string; size: number; mime: string | null; content: Readable };

/** Reads an archive entry by entry; each is read to its end before the next. Throws `BadBackup` if it is none. */
export async function readArchive(path: string, take: (entry: ArchiveEntry) => Promise<void>): Promise<void> {
  const tar = extract();
  const read = pipeline(createReadStream(path), createGunzip(), tar);
  read.catch(() => undefined);
  try {
    for await (const entry of tar) {
      // An entry is no stream of Node.js, though it reads like one.
      const { name, size = 0, pax } = entry.header as Header & { pax?: Record<string, string> };
      await take({ name, size, mime: pax?.mime ?? null, content: Readable.from(entry) });
      entry.resume();
    }
    await read;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code?.startsWith('Z_') || /tar|header|end of data|Premature close/i.test(String((error as Error).message)))
      throw new BadBackup(`${path} is no backup, or only a part of one.`);
    throw error;
  }
}

/** The whole content of a small entry. */
export async function contentOf({ content }: ArchiveEntry): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
