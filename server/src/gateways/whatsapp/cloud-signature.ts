import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Did Meta sign exactly these bytes? `header` is `X-Hub-Signature-256` (`sha256=` and 64 hex digits).
 * Pass the raw bytes: Meta writes non-ASCII characters as \uXXXX, so a body that was parsed and serialised again has another signature.
 */
export function verifySignature(appSecret: string, rawBody: Uint8Array, header: unknown): boolean {
  if (appSecret === '' || typeof header !== 'string') return false;
  const given = /^sha256=([0-9a-f]{64})$/i.exec(header.trim())?.[1];
  if (!given) return false;
  const expected = createHmac('sha256', appSecret).update(rawBody).digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), expected);
}

/** Checks Meta's `GET` verification in constant time. If true, the caller answers `hub.challenge` verbatim, else 403. */
export function verifySubscription(verifyToken: string, query: Record<string, unknown>): boolean {
  const given = query['hub.verify_token'];
  if (verifyToken === '' || typeof given !== 'string' || query['hub.mode'] !== 'subscribe') return false;
  const digest = (value: string) => createHmac('sha256', verifyToken).update(value).digest();
  return timingSafeEqual(digest(given), digest(verifyToken));
}
