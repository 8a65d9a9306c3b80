// Access tokens: JWT, HS256, valid for fifteen minutes. The claims only identify the account; rights are read from the database.
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Secrets } from './secrets.ts';

export const accessTokenMinutes = 15;

const claims = z.object({
  /** The user's name, spelled as existing clients decode it. */
  usarname: z.string(),
  profile: z.string(),
  id: z.number().int().positive(),
  companyId: z.number().int().positive(),
  sessionId: z.uuid(),
  /** The user's version when the token was issued. Once it changes, the token is no longer valid. */
  tokenVersion: z.number().int(),
});
export type AccessClaims = z.output<typeof claims>;

/** A signed token with these claims, valid for `accessTokenMinutes`. */
export function signAccessToken(secrets: Secrets, payload: AccessClaims, now: Date): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issued)
    .setExpirationTime(issued + accessTokenMinutes * 60)
    .sign(secrets.key('access-token'));
}

type Verified = { claims: AccessClaims; expires: number };

/** Browsers show the same token at each call for a quarter of an hour, and verifying it takes 0.16 ms of a core. */
const verified = new WeakMap<Secrets, LRUCache<string, Verified>>();
const verifiedMax = 5_000;

/** Returns the claims; null when the token is forged, malformed or expired. */
export async function readAccessToken(secrets: Secrets, token: string, now: Date): Promise<AccessClaims | null> {
  const known = verifiedOf(secrets);
  const before = known.get(token);
  if (before) return before.expires > Math.floor(now.getTime() / 1000) ? before.claims : null;
  try {
    const { payload } = await jwtVerify(token, secrets.key('access-token'), {
      algorithms: ['HS256'],
      currentDate: now,
      requiredClaims: ['exp'],
    });
    const found = claims.parse(payload);
    known.set(token, { claims: found, expires: payload.exp ?? 0 });
    return found;
  } catch {
    return null;
  }
}

function verifiedOf(secrets: Secrets): LRUCache<string, Verified> {
  const known = verified.get(secrets) ?? new LRUCache<string, Verified>({ max: verifiedMax });
  verified.set(secrets, known);
  return known;
}
