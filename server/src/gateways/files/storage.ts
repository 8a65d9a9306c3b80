// File storage. A key is a relative path of plain words; `mediaKey` makes it, never a user's file name.
import type { Readable } from 'node:stream';
import { newId } from '../../platform/chance.ts';

export type ByteRange = { start: number; end: number };

export type StoredFile = {
  stream: Readable;
  /** Of the whole file, also if only a range was requested. */
  size: number;
  /** As given to `put`; null if the storage keeps no types. */
  mime: string | null;
};

export type Storage = {
  /** Stores under the key, replacing what was there. Readers see the old or the new file, never a part. */
  put(key: string, content: Uint8Array | Readable, about: { mime: string }): Promise<void>;
  /** `range` is in bytes, both ends included. Null if there is no such file. */
  get(key: string, range?: ByteRange): Promise<StoredFile | null>;
  head(key: string): Promise<{ size: number; mime: string | null } | null>;
  /** Does nothing if the file does not exist. */
  delete(key: string): Promise<void>;
};

const word = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** The key's parts. Throws for anything that is not a key, above all for paths that leave the storage. */
export function keyParts(key: string): string[] {
  const parts = key.split('/');
  if (parts.length > 8 || !parts.every((part) => word.test(part))) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
  return parts;
}

/** An unguessable key in the company's folder. `extension` without the dot. */
export function mediaKey(companyId: number, extension: string): string {
  const ending = /^[a-z0-9]{1,8}$/.test(extension) ? extension : 'bin';
  return `${companyId}/${newId()}.${ending}`;
}
