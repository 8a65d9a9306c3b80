// All secrets derive from one application secret: each purpose has its own key.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFileOnce } from './write-whole.ts';

export type Secrets = {
  /** A 32-byte key for one purpose. */
  key(purpose: string): Buffer;
  /** AES-256-GCM: 12 bytes nonce, 16 bytes tag, ciphertext. */
  encrypt(plain: string): Buffer;
  decrypt(sealed: Uint8Array): string;
};

const secretMinLength = 32;

/** The file with the secret of this installation cannot be used. */
export class BadSecret extends Error {}

/** The secret of this installation: given, or generated once and kept in the data folder. Throws `BadSecret`. */
export function loadSecrets(given: string | null, dataDir: string): Secrets {
  return createSecrets(given ?? ownSecret(dataDir));
}

export function createSecrets(secret: string): Secrets {
  const derived = new Map<string, Buffer>();
  // Cached: a list needs a key for the links of every row, and there are only a few purposes.
  const key = (purpose: string) => {
    const found = derived.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, 'balcao', purpose, 32));
    derived.set(purpose, found);
    return found;
  };
  const sealing = key('seal');
  return {
    key,
    encrypt(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

/** SHA-256, for tokens that are already random. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A random token of so many bytes, URL-safe unless the format it is for wants plain base64. */
export function newToken(bytes = 32, encoding: 'base64url' | 'base64' = 'base64url'): string {
  return randomBytes(bytes).toString(encoding);
}

/** Compares in constant time. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    createFileOnce(file, randomBytes(48).toString('base64url'), 0o600);
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= secretMinLength) return secret;
  throw new BadSecret(
    `${file} is ${secret === '' ? 'empty' : 'too short'}: what is encrypted cannot be read without the secret it once held. Put it back from a backup. Remove the file only if nothing is lost with it: another secret is made then.`,
  );
}
