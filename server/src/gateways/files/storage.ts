// Where files live. A key is a relative path of plain words; it is made by `mediaKey`, never from a name somebody gave.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

export type ByteRange = { start: number; end: number };

export type StoredFile = {
  stream: Readable;
  /** Of the whole file, also when a range was asked for. */
  size: number;
  /** What was said at `put`; null where the storage keeps no types. */
  mime: string | null;
};

export type Storage = {
  /** Stores under the key, replacing what was there; a reader sees the old or the new file, never a half. */
  put(key: string, content: Uint8Array | Readable, about: { mime: string }): Promise<void>;
  /** `range` is in bytes, both ends included. Null when there is no such file. */
  get(key: string, range?: ByteRange): Promise<StoredFile | null>;
  head(key: string): Promise<{ size: number; mime: string | null } | null>;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
};

const word = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** The key's parts. Throws for anything that is no key, above all for paths that lead elsewhere. */
export function keyParts(key: string): string[] {
  const parts = key.split('/');
  if (parts.length > 8 || !parts.every((part) => word.test(part))) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
  return parts;
}

/** A key nobody can guess, in the company's own folder. `extension` without dot. */
export function mediaKey(companyId: number, extension: string): string {
  const ending = /^[a-z0-9]{1,8}$/.test(extension) ? extension : 'bin';
  return `${companyId}/${randomUUID()}.${ending}`;
}
