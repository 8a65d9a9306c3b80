import { createHmac } from 'node:crypto';
import { newId } from '../../../platform/chance.ts';
import { asSystem, type Ctx, mintCompanyId, type PlatformCtx, type Tx } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { hashToken, type Secrets, sameBytes } from '../../../platform/secrets.ts';
import { expiryFrom, isLive, readCookie, refresh, type Shown } from './rules.ts';
import {
  deleteSessionsEndedBefore,
  findSessionPlace,
  insertSession,
  lockSession,
  revokeSession,
  revokeSessionsOf,
  type SessionRow,
  saveRotation,
} from './store.ts';

export type Device = { ip: string; userAgent: string };

/** Begins a session of a user, or of an operator as that user. Returns its id and the refresh cookie. */
export async function startSession(
  ctx: Tx,
  userId: number,
  device: Device,
  operator: { id: number; name: string; sessionId: string } | null = null,
): Promise<{ sessionId: string; cookie: string }> {
  const id = newId();
  const at = ctx.now();
  const secret = secretOf(ctx.secrets, id, at);
  await insertSession(ctx, {
    id,
    user_id: userId,
    token_hash: hashToken(secret),
    rotated_at: at,
    created_at: at,
    expires_at: expiryFrom(at),
    ip: device.ip,
    user_agent: device.userAgent,
    operator_id: operator?.id ?? null,
    operator_name: operator?.name ?? null,
    operator_session: operator?.sessionId ?? null,
  });
  return { sessionId: id, cookie: `${id}.${secret}` };
}

export type Continued = {
  ctx: Ctx;
  userId: number;
  sessionId: string;
  cookie: string;
  /** The operator who is in the company as this user. */
  operator: { name: string } | null;
};

/**
 * Continues the session of a refresh cookie: with a new cookie, or with the latest one again if another tab was faster.
 * Null if there is no such session or it has ended. An outdated cookie ends the session, and so does an operator who is none any more.
 */
export async function continueSession(ctx: PlatformCtx, cookie: string | undefined): Promise<Continued | null> {
  const shown = readCookie(cookie);
  if (!shown) return null;
  const { sessionId, secret } = shown;
  const place = await platformTransaction(ctx, (ctx) => findSessionPlace(ctx, sessionId, ctx.now()));
  if (place === null) return null;
  const inside = asSystem(ctx, mintCompanyId(place.companyId));
  return transaction(inside, async (ctx) => {
    const session = await lockSession(ctx, sessionId);
    if (!session) return null;
    const verdict = place.isAbandoned ? 'revoke' : refresh(stateOf(session), shownOf(session, secret), ctx.now());
    if (verdict === 'revoke') await revokeSession(ctx, sessionId, ctx.now());
    if (verdict === 'revoke' || verdict === 'refuse') return null;
    const latest = verdict === 'rotate' ? await rotate(ctx, session) : secretOf(ctx.secrets, sessionId, session.rotated_at);
    const operator = session.operator_name === null ? null : { name: session.operator_name };
    return { ctx: inside, userId: session.user_id, sessionId, cookie: `${sessionId}.${latest}`, operator };
  });
}

/**
 * Ends the session of an operator in another company, and goes on with the one from which they entered it. Null if the cookie is not of such a
 * session, or that one has ended.
 */
export async function returnToOwn(ctx: PlatformCtx, cookie: string | undefined): Promise<Continued | null> {
  const entered = await continueSession(ctx, cookie);
  if (!entered) return null;
  const own = await transaction(entered.ctx, async (ctx) => {
    const session = await lockSession(ctx, entered.sessionId);
    if (!session?.operator_session) return null;
    await revokeSession(ctx, entered.sessionId, ctx.now());
    return session.operator_session;
  });
  if (own === null) return null;
  const place = await platformTransaction(ctx, (ctx) => findSessionPlace(ctx, own, ctx.now()));
  if (place === null) return null;
  const inside = asSystem(ctx, mintCompanyId(place.companyId));
  return transaction(inside, async (ctx) => {
    const session = await lockSession(ctx, own);
    if (!session || session.revoked_at || session.expires_at <= ctx.now()) return null;
    return { ctx: inside, userId: session.user_id, sessionId: own, cookie: `${own}.${await rotate(ctx, session)}`, operator: null };
  });
}

/** Ends one session. */
export function endSession(ctx: Tx, sessionId: string): Promise<void> {
  return revokeSession(ctx, sessionId, ctx.now());
}

/** Ends one session, if it is this user's and open; else the answer is false. */
export async function endOwnSession(ctx: Tx, userId: number, sessionId: string): Promise<boolean> {
  const session = await lockSession(ctx, sessionId);
  if (session?.user_id !== userId || !isLive(stateOf(session), ctx.now())) return false;
  await revokeSession(ctx, sessionId, ctx.now());
  return true;
}

/** Ends all sessions of a user, except possibly one. Answers how many. */
export function endSessionsOf(ctx: Tx, userId: number, except: string | null = null): Promise<number> {
  return revokeSessionsOf(ctx, userId, except, ctx.now());
}

/** Deletes sessions that have ended. */
export function forgetSessions(ctx: PlatformCtx): Promise<void> {
  return platformTransaction(ctx, (ctx) => deleteSessionsEndedBefore(ctx, ctx.now()));
}

async function rotate(ctx: Tx, session: SessionRow): Promise<string> {
  const at = ctx.now();
  const secret = secretOf(ctx.secrets, session.id, at);
  await saveRotation(ctx, session.id, {
    token_hash: hashToken(secret),
    previous_hash: session.token_hash,
    rotated_at: at,
    expires_at: expiryFrom(at),
  });
  return secret;
}

/** Derived from the time of rotation, so that the latest secret can be given again although only its hash is stored. */
function secretOf(secrets: Secrets, sessionId: string, rotatedAt: Date): string {
  return createHmac('sha256', secrets.key('refresh-token')).update(`${sessionId}.${rotatedAt.getTime()}`).digest('base64url');
}

function shownOf(session: SessionRow, secret: string): Shown {
  const hash = hashToken(secret);
  if (sameBytes(hash, session.token_hash)) return 'latest';
  return session.previous_hash && sameBytes(hash, session.previous_hash) ? 'previous' : 'other';
}

function stateOf(session: SessionRow) {
  return { rotatedAt: session.rotated_at, expiresAt: session.expires_at, revokedAt: session.revoked_at };
}
