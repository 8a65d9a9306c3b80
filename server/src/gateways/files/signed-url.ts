// Links to media work without a session (img tags, phones, other servers), so the link itself is the permission, and it expires.
import { createHmac, timingSafeEqual } from 'node:crypto';

export type MediaLink = {
  companyId: number;
  key: string;
  /** The name for the download. */
  name?: string | undefined;
  expiresAt: Date;
};

const hour = 3_600_000;

/** When a link made now expires: 24 to 30 hours later. The same instant for six hours, so that browsers can cache the link. */
export function mediaExpiry(now: Date): Date {
  return new Date(Math.ceil(now.getTime() / (6 * hour)) * 6 * hour + 24 * hour);
}

/** Path and query of a link to a file, relative to the server's public address. `expiresAt` counts in whole seconds. */
export function signMedia(secret: string, link: MediaLink): string {
  const expires = String(Math.floor(link.expiresAt.getTime() / 1000));
  const path = `/media/${link.companyId}/${link.key.split('/').map(encodeURIComponent).join('/')}`;
  const query = new URLSearchParams({
    e: expires,
    ...(link.name ? { n: link.name } : {}),
    s: signature(secret, link.companyId, link.key, expires, link.name ?? ''),
  });
  return `${path}?${query.toString()}`;
}

/** What a link gives access to; null if it is forged, altered or expired. `path` begins with `/media/`, still percent-encoded. */
export function verifyMedia(secret: string, path: string, query: Record<string, unknown>, now: Date): MediaLink | null {
  const [, company, encodedKey] = /^\/media\/(\d{1,15})\/(.+)$/.exec(path) ?? [];
  const { e: expires, n: name = '', s: given } = query;
  if (!company || !encodedKey || typeof expires !== 'string' || typeof given !== 'string' || typeof name !== 'string') return null;
  if (!/^\d{1,12}$/.test(expires)) return null;
  const key = decode(encodedKey);
  if (key === null) return null;
  const expected = Buffer.from(signature(secret, Number(company), key, expires, name));
  const actual = Buffer.from(given);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  const expiresAt = new Date(Number(expires) * 1000);
  return expiresAt > now ? { companyId: Number(company), key, ...(name ? { name } : {}), expiresAt } : null;
}

function signature(secret: string, companyId: number, key: string, expires: string, name: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['media', companyId, key, expires, name]))
    .digest('base64url');
}

function decode(path: string): string | null {
  try {
    return path.split('/').map(decodeURIComponent).join('/');
  } catch {
    return null;
  }
}

/** Makes links for one company that all expire at the same instant. The result is a path; prefix `publicUrl` where it must be absolute. */
export function mediaLinker(ctx: {
  companyId: number;
  now(): Date;
  secrets: { key(purpose: string): Buffer };
}): (key: string, name?: string) => string {
  const secret = mediaSecret(ctx.secrets);
  const expiresAt = mediaExpiry(ctx.now());
  return (key, name) => signMedia(secret, { companyId: ctx.companyId, key, name, expiresAt });
}

/** The secret that signs all links. */
export function mediaSecret(secrets: { key(purpose: string): Buffer }): string {
  return secrets.key('media-url').toString('hex');
}
