import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileLimits } from '@balcao/contract/endpoint';
import { uploadMaxBytes } from '@balcao/contract/media-rules';
import { storableText } from '@balcao/contract/storable-text';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { newTempPath } from '../temp-files.ts';
import type { Upload } from './routes.ts';

const limits = { fields: 100, fieldSize: 256 * 1024, files: 20, headerPairs: 100 };
const anyFile: FileLimits = { max: 1, maxBytes: uploadMaxBytes, tooLarge: 'ERR_MEDIA_TOO_LARGE' };

export type Form = { fields: Record<string, unknown>; files: Upload[]; clear(): Promise<void> };

/**
 * Reads a form: fields as they came (repeated ones as arrays), files into a temporary folder that `clear` removes. Stops reading as soon as
 * a file is larger than the endpoint takes, or all files together are.
 */
export async function readForm(request: FastifyRequest, wanted: Partial<FileLimits> = {}): Promise<Form> {
  const { max, maxBytes, tooLarge } = { ...anyFile, ...wanted };
  const folder = await newTempPath();
  await mkdir(folder);
  const clear = () => rm(folder, { recursive: true, force: true });
  const fields: Record<string, unknown> = {};
  const files: Upload[] = [];
  let left = max * maxBytes;
  try {
    for await (const part of request.parts({ limits: { ...limits, fileSize: maxBytes } })) {
      if (part.type === 'field') {
        if (part.fieldname === '__proto__') continue;
        if (part.valueTruncated) throw new AppError('ERR_PAYLOAD_TOO_LARGE');
        const before = fields[part.fieldname];
        fields[part.fieldname] = before === undefined ? part.value : Array.isArray(before) ? [...before, part.value] : [before, part.value];
        continue;
      }
      const path = join(folder, randomUUID());
      part.file.once('limit', () => part.file.destroy(new AppError(tooLarge, { maxBytes })));
      await pipeline(part.file, createWriteStream(path));
      left -= part.file.bytesRead;
      if (left < 0) throw new AppError('ERR_PAYLOAD_TOO_LARGE');
      files.push({
        field: part.fieldname,
        filename: printable(part.filename) || 'arquivo',
        mime: part.mimetype,
        path,
        size: part.file.bytesRead,
      });
    }
  } catch (error) {
    await clear();
    throw isBrokenForm(error) ? new AppError('ERR_BAD_REQUEST') : error;
  }
  return { fields, files, clear };
}

/** The parser's errors about a truncated or missing form have no code; errors of the disk have one. */
function isBrokenForm(error: unknown): boolean {
  return error instanceof Error && !(error instanceof AppError) && (!('code' in error) || error.code === 'ERR_STREAM_PREMATURE_CLOSE');
}

/** Removes characters that a file name cannot contain. */
function printable(name: string | undefined): string {
  return storableText((name ?? '').replace(/\p{Cc}/gu, ''));
}
