// The media servers: encrypted files over https, uploaded by clients and phones.
import { createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { aesEncrypWithIV, getMediaKeys, hmacSign, type MediaType } from 'baileys';
import { present, seconds } from './stanza.ts';

export type MediaPointer = { directPath?: string | null; mediaKey?: Uint8Array | null };

export class MediaHost {
  /** `host:port`, once it listens. */
  host = '';
  /** The next uploads fail with 500. */
  failUploads = 0;
  /** Uploads asked for so far, failed ones included. */
  uploads = 0;
  private readonly files = new Map<string, Buffer>();
  private readonly expired = new Map<string, Buffer>();

  /**
   * Encrypts as a phone does and keeps the file; spread the result into an `imageMessage` and the like. The file is
   * AES-256-CBC, followed by the first 10 bytes of an HMAC over IV and file; the keys come from the media key (HKDF).
   */
  async put(plain: Uint8Array, type: MediaType, mimetype: string) {
    const mediaKey = randomBytes(32);
    const { cipherKey, iv, macKey } = await keysOf(mediaKey, type);
    const body = aesEncrypWithIV(Buffer.from(plain), cipherKey, iv);
    const file = Buffer.concat([body, mac(macKey, iv, body)]);
    const directPath = `/v/t62.7118-24/${randomBytes(8).toString('hex')}?ccb=11-4`;
    this.files.set(pathOf(directPath), file);
    return {
      url: this.url(directPath),
      directPath,
      mediaKey,
      mimetype,
      fileSha256: sha256(plain),
      fileEncSha256: sha256(file),
      fileLength: plain.length,
      mediaKeyTimestamp: Number(seconds()),
    };
  }

  /** What a message points to, decrypted; throws when it is not there or damaged. */
  async open({ directPath, mediaKey }: MediaPointer, type: MediaType): Promise<Buffer> {
    const file = present(this.files.get(pathOf(present(directPath, 'a path'))), 'a file on the media host');
    const { cipherKey, iv, macKey } = await keysOf(present(mediaKey, 'a media key'), type);
    const body = file.subarray(0, -10);
    if (!mac(macKey, iv, body).equals(file.subarray(-10))) throw new Error('damaged media');
    const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  }

  /** Keeps a file as it is, such as a profile picture. */
  putPlain(path: string, body: Uint8Array): void {
    this.files.set(path, Buffer.from(body));
  }

  url(path: string): string {
    return `https://${this.host}${path}`;
  }

  /** From now on 410, until a phone uploads it again. */
  expire({ directPath }: MediaPointer): void {
    const path = pathOf(present(directPath, 'a path'));
    this.expired.set(path, present(this.files.get(path), 'a file to expire'));
    this.files.delete(path);
  }

  /** The expired file under a new path; null when there is none. */
  renew(directPath: string): string | null {
    const file = this.expired.get(pathOf(directPath));
    if (!file) return null;
    const path = `/v/again/${randomBytes(8).toString('hex')}`;
    this.files.set(path, file);
    return path;
  }

  /** `POST /mms/<type>/<hash>` keeps a file, `GET` gives it. */
  readonly serve = (request: IncomingMessage, response: ServerResponse): void => {
    const path = pathOf(request.url ?? '/');
    if (request.method === 'POST') {
      void receive(request, response, (body) => this.upload(path, body));
      return;
    }
    const file = this.files.get(path);
    response.statusCode = file ? 200 : this.expired.has(path) ? 410 : 404;
    response.end(file);
  };

  private upload(path: string, body: Buffer): object | null {
    this.uploads++;
    if (this.failUploads > 0) {
      this.failUploads--;
      return null;
    }
    const kept = `/o1/${path.split('/').pop()}`;
    this.files.set(kept, body);
    return { url: this.url(kept), direct_path: kept };
  }
}

async function receive(request: IncomingMessage, response: ServerResponse, keep: (body: Buffer) => object | null): Promise<void> {
  const chunks: Buffer[] = [];
  // A client that gives up in the middle has not uploaded anything.
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return;
  }
  const kept = keep(Buffer.concat(chunks));
  response.statusCode = kept ? 200 : 500;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(kept ?? {}));
}

async function keysOf(mediaKey: Uint8Array, type: MediaType) {
  const { cipherKey, iv, macKey } = await getMediaKeys(mediaKey, type);
  return { cipherKey: Buffer.from(cipherKey), iv: Buffer.from(iv), macKey: Buffer.from(present(macKey, 'a key for the HMAC')) };
}

function mac(key: Buffer, iv: Buffer, body: Buffer): Buffer {
  return hmacSign(Buffer.concat([iv, body]), key).subarray(0, 10);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function pathOf(url: string): string {
  return url.split('?')[0] ?? url;
}
