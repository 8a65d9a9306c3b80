import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3 } from '../../../test/bucket.ts';
import { diskStorage } from './disk-storage.ts';
import { s3Storage } from './s3-storage.ts';
import { type ByteRange, mediaKey, type Storage } from './storage.ts';

let folder: string;
let bucket: Server;
let endpoint: string;
let service: Awaited<ReturnType<typeof startS3>>;

/** As much of S3 as a store of files needs; refuses what is not signed or has no length. */
function startBucket(): Server {
  const objects = new Map<string, { bytes: Buffer; mime: string }>();
  return createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://s3').pathname);
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=id/')) return refuse(403, 'AccessDenied');
    if (!path.startsWith('/files/')) return refuse(404, 'NoSuchBucket');
    if (request.method === 'PUT') {
      if (request.headers['content-length'] !== String(body.length)) return refuse(411, 'MissingContentLength');
      objects.set(path, { bytes: body, mime: request.headers['content-type'] ?? '' });
      return response.end();
    }
    if (request.method === 'DELETE') {
      objects.delete(path);
      return response.writeHead(204).end();
    }
    const found = objects.get(path);
    if (!found) return request.method === 'HEAD' ? response.writeHead(404).end() : refuse(404, 'NoSuchKey');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = from && to ? found.bytes.subarray(Number(from), Number(to) + 1) : found.bytes;
    const range = from && to ? { 'content-range': `bytes ${from}-${to}/${found.bytes.length}` } : {};
    response.writeHead(from ? 206 : 200, { 'content-type': found.mime, 'content-length': part.length, ...range });
    response.end(request.method === 'HEAD' ? undefined : part);
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-storage-'));
  bucket = startBucket();
  await new Promise<void>((go) => bucket.listen(0, '127.0.0.1', go));
  const address = bucket.address();
  service = await startS3();
  endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});

afterAll(async () => {
  await service.close();
  bucket.closeAllConnections();
  bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const storages: [string, () => Storage][] = [
  ['disk', () => diskStorage(folder)],
  ['s3', () => s3Storage({ endpoint, bucket: 'files', region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' })],
  ['s3rver', () => s3Storage(service)],
];

async function read(storage: Storage, key: string, range?: ByteRange): Promise<string | null> {
  const found = await storage.get(key, range);
  return found && Buffer.concat(await found.stream.toArray()).toString();
}

describe.each(storages)('%s', (kind, open) => {
  test('gives back what was put, whole and in part', async () => {
    const storage = open();
    const key = mediaKey(7, 'txt');
    expect(key).toMatch(/^7\/[0-9a-f-]{36}\.txt$/);
    await storage.put(key, Buffer.from('bom dia'), { mime: 'text/plain' });
    expect(await read(storage, key)).toBe('bom dia');
    expect(await read(storage, key, { start: 4, end: 6 })).toBe('dia');
    const part = await storage.get(key, { start: 0, end: 0 });
    expect(part?.size).toBe(7);
    part?.stream.destroy();
    expect(await storage.head(key)).toEqual({ size: 7, mime: kind === 'disk' ? null : 'text/plain' });
  });

  test('what is being read may be deleted', async () => {
    const storage = open();
    const key = mediaKey(7, 'txt');
    await storage.put(key, Buffer.from('bom dia'), { mime: 'text/plain' });
    const found = await storage.get(key);
    await storage.delete(key);
    expect(Buffer.concat((await found?.stream.toArray()) ?? []).toString()).toBe('bom dia');
    expect(await storage.get(key)).toBeNull();
  });

  test('takes streams, replaces, and deletes twice', async () => {
    const storage = open();
    await storage.put('1/a.bin', Readable.from([Buffer.from('ab'), Buffer.from('cd')]), { mime: 'application/octet-stream' });
    expect(await read(storage, '1/a.bin')).toBe('abcd');
    await storage.put('1/a.bin', Buffer.from('x'), { mime: 'application/octet-stream' });
    expect(await read(storage, '1/a.bin')).toBe('x');
    await storage.delete('1/a.bin');
    await storage.delete('1/a.bin');
    expect(await storage.get('1/a.bin')).toBeNull();
    expect(await storage.head('1/a.bin')).toBeNull();
  });

  test.each(['', '/etc/passwd', '../a', '1/../../a', '1//a', '.env', '1/.unfinished', 'a\\b', 'a\0b', '1/%2e%2e'])(
    'the key %j is refused',
    async (key) => {
      const storage = open();
      await expect(storage.put(key, Buffer.from('x'), { mime: 'text/plain' })).rejects.toThrow('not a storage key');
      await expect(storage.get(key)).rejects.toThrow('not a storage key');
      await expect(storage.delete(key)).rejects.toThrow('not a storage key');
    },
  );
});

test('a stream that breaks leaves neither file nor remains on disk', async () => {
  const storage = diskStorage(folder);
  const broken = new Readable({
    read() {
      this.destroy(new Error('line dropped'));
    },
  });
  await expect(storage.put('1/broken.bin', broken, { mime: 'image/png' })).rejects.toThrow('line dropped');
  expect(await storage.head('1/broken.bin')).toBeNull();
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});

test('a bucket that refuses is an error, not a missing file', async () => {
  const storage = s3Storage({ endpoint, bucket: 'files', region: 'us-east-1', accessKeyId: 'other', secretAccessKey: 'secret' });
  await expect(storage.get('1/a.bin')).rejects.toThrow('AccessDenied');
});

test('a long file goes through the service in pieces, both ways', async () => {
  const storage = s3Storage(service);
  const piece = Buffer.alloc(1 << 20, 'balcao');
  const pieces = 24;
  await storage.put('1/long.bin', Readable.from(Array.from({ length: pieces }, () => piece)), { mime: 'video/mp4' });
  expect(await storage.head('1/long.bin')).toEqual({ size: pieces * piece.length, mime: 'video/mp4' });
  let [got, largest] = [0, 0];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      got += chunk.length;
      largest = Math.max(largest, chunk.length);
      done();
    },
  });
  await pipeline((await storage.get('1/long.bin'))?.stream ?? Readable.from([]), sink);
  expect(got).toBe(pieces * piece.length);
  expect(largest).toBeLessThanOrEqual(piece.length);
  expect(await read(storage, '1/long.bin', { start: piece.length - 3, end: piece.length + 2 })).toHaveLength(6);
});

test('a service that says nothing is an error in time', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((go) => silent.listen(0, '127.0.0.1', go));
  const address = silent.address();
  const storage = s3Storage(
    { ...service, endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` },
    { connectMs: 200, silenceMs: 200 },
  );
  const began = performance.now();
  await expect(storage.get('1/a.bin')).rejects.toThrow();
  await expect(storage.put('1/a.bin', Buffer.from('x'), { mime: 'text/plain' })).rejects.toThrow();
  expect(performance.now() - began).toBeLessThan(10_000);
  silent.closeAllConnections();
  silent.close();
});
