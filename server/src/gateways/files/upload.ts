import { readFile } from 'node:fs/promises';
import { kindOfMime, mediaMaxBytes } from '@balcao/contract/media-rules';
import { storableText } from '@balcao/contract/storable-text';
import type { Outside } from '../../platform/context.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { Upload } from '../../platform/http/routes.ts';
import { mediaKey } from './storage.ts';

export type StoredUpload = { key: string; name: string; mime: string; size: number };

/**
 * Stores an uploaded file under an unguessable key, with the type that its bytes have. Refuses an empty file, and with
 * ERR_MEDIA_TOO_LARGE one over the limit of its kind.
 */
export async function storeUpload({ gateways, companyId }: Outside, file: Upload): Promise<StoredUpload> {
  refuseEmpty(file);
  const bytes = await readFile(file.path);
  const { mime, extension } = await gateways.media.sniff(bytes, { mime: file.mime, filename: file.filename });
  const maxBytes = mediaMaxBytes[kindOfMime(mime)];
  if (bytes.length > maxBytes) throw new AppError('ERR_MEDIA_TOO_LARGE', { maxBytes });
  const key = mediaKey(companyId, extension);
  await gateways.files.put(key, bytes, { mime });
  return { key, name: storableText(file.filename, 200), mime, size: bytes.length };
}

/** The only file of a form. Refuses none, several and an empty one, naming `field`. */
export function onlyFile(files: Upload[], field: string): Upload {
  const [file, ...more] = files;
  if (!file) throw invalid(`body.${field}`, 'required');
  if (more.length > 0) throw invalid(`body.${field}`, 'too_many');
  refuseEmpty(file);
  return file;
}

/** Refuses an empty file, naming its field. */
export function refuseEmpty(file: Upload): void {
  if (file.size === 0) throw invalid(`body.${file.field}`, 'empty');
}
