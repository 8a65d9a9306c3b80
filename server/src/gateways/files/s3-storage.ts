import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { newTempPath } from '../../platform/temp-files.ts';
import { keyParts, type Storage } from './storage.ts';

export type S3Config = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

/** A service that does not take the connection, or says nothing for this long, is away. A long file may take as long as it keeps coming. */
const patience = { connectMs: 3_000, silenceMs: 20_000 };
/** Requests at once; a stream that is being read holds one. */
const connectionsMax = 100;

/** Files in a bucket of any S3-compatible service. The client is loaded with the first file, to keep an idle process small. */
export function s3Storage(config: S3Config, { connectMs, silenceMs } = patience): Storage {
  let loading: Promise<{ client: S3Client; sdk: typeof import('@aws-sdk/client-s3') }> | null = null;
  const open = () => (loading ??= connect(config, { connectMs, silenceMs }));
  const place = (key: string) => ({ Bucket: config.bucket, Key: keyParts(key).join('/') });

  return {
    async put(key, content, { mime }) {
      const target = { ...place(key), ContentType: mime };
      const { client, sdk } = await open();
      if (!(content instanceof Readable)) {
        await client.send(new sdk.PutObjectCommand({ ...target, Body: content, ContentLength: content.byteLength }));
        return;
      }
      // S3 needs the length in advance, and a stream does not know it.
      const spool = await newTempPath();
      try {
        await pipeline(content, createWriteStream(spool, { mode: 0o600 }));
        const { size } = await stat(spool);
        await client.send(new sdk.PutObjectCommand({ ...target, Body: createReadStream(spool), ContentLength: size }));
      } finally {
        await rm(spool, { force: true });
      }
    },
    async get(key, range) {
      const target = place(key);
      const { client, sdk } = await open();
      const found = await present(
        client.send(new sdk.GetObjectCommand({ ...target, ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) })),
      );
      if (!found) return null;
      const total = Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? found.ContentLength ?? 0);
      const body = found.Body;
      return { stream: body instanceof Readable ? body : Readable.from([]), size: total, mime: found.ContentType ?? null };
    },
    async head(key) {
      const target = place(key);
      const { client, sdk } = await open();
      const found = await present(client.send(new sdk.HeadObjectCommand(target)));
      return found && { size: found.ContentLength ?? 0, mime: found.ContentType ?? null };
    },
    async delete(key) {
      const target = place(key);
      const { client, sdk } = await open();
      await client.send(new sdk.DeleteObjectCommand(target));
    },
  };
}

async function connect(config: S3Config, { connectMs, silenceMs }: typeof patience) {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    endpoint: config.endpoint,
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silenceMs,
      httpsAgent: { maxSockets: connectionsMax },
      httpAgent: { maxSockets: connectionsMax },
    },
    // Some services store the trailing checksums of newer SDKs as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { client, sdk };
}

async function present<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)) return null;
    throw error;
  }
}
