// A session is one sign-in on one device: a family of refresh tokens of which only the latest is valid. Tabs refresh at the same moment
// and answers get lost, so the previous token is accepted for a short while. Anything older was stolen or copied.
export const sessionDays = 7;
export const graceSeconds = 30;

type SessionState = { rotatedAt: Date; expiresAt: Date; revokedAt: Date | null };

/** Which of its tokens was used, by hash. `other`: neither of the two that are stored. */
export type Shown = 'latest' | 'previous' | 'other';

/** `rotate`: issue a new token; `repeat`: return the latest again; `revoke`: end the family; `refuse`: it has already ended. */
export type Refresh = 'rotate' | 'repeat' | 'revoke' | 'refuse';

export function refresh(session: SessionState, shown: Shown, now: Date): Refresh {
  if (!isLive(session, now)) return 'refuse';
  if (shown === 'latest') return 'rotate';
  if (shown === 'previous' && now.getTime() - session.rotatedAt.getTime() <= graceSeconds * 1000) return 'repeat';
  return 'revoke';
}

export function isLive(session: Pick<SessionState, 'expiresAt' | 'revokedAt'>, now: Date): boolean {
  return session.revokedAt === null && session.expiresAt > now;
}

/** Each use extends the session. */
export function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + sessionDays * 86_400_000);
}

/** The two parts of the cookie, `<session id>.<secret>`; null when it is not one. */
export function readCookie(cookie: string | undefined): { sessionId: string; secret: string } | null {
  const parts = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([\w-]{43})$/.exec(cookie ?? '');
  return parts?.[1] && parts[2] ? { sessionId: parts[1], secret: parts[2] } : null;
}
