import type { Session } from '@balcao/contract/auth';
import { signedIn } from '../../../events/auth.ts';
import { signAccessToken } from '../../../platform/access-token.ts';
import { asSystem, type Ctx, mintCompanyId, type PlatformCtx, type Tx } from '../../../platform/context.ts';
import { platformTransaction, reading, transaction } from '../../../platform/db/transaction.ts';
import { AppError, must } from '../../../platform/errors.ts';
import { verifyPassword } from '../../../platform/passwords.ts';
import { currentStanding } from '../companies/reads.ts';
import { continueSession, type Device, endSession, startSession } from '../sessions/actions.ts';
import { audit } from '../system/actions.ts';
import { markSignedOut } from '../users/actions.ts';
import { findSessionUser } from '../users/reads.ts';
import { counted, throttleKeys, waitMs } from './rules.ts';
import { type Credentials, deleteThrottles, deleteThrottlesResetBefore, findCredentials, lockThrottle, saveThrottle } from './store.ts';

export type SignedInSession = { session: Session; cookie: string };

/**
 * Begins a session. ERR_INVALID_CREDENTIALS for a wrong e-mail as for a wrong password; ERR_TOO_MANY_REQUESTS (details: seconds) after too
 * many attempts. With the right password also ERR_COMPANY_INACTIVE and ERR_SUBSCRIPTION_EXPIRED (details: dueDate). Operators of the
 * platform sign in whatever the subscription.
 */
export async function signIn(ctx: PlatformCtx, given: { email: string; password: string }, device: Device): Promise<SignedInSession> {
  const keys = await countAttempt(ctx, given.email, device.ip);
  const credentials = await platformTransaction(ctx, (ctx) => findCredentials(ctx, given.email));
  const right = await verifyPassword(credentials?.passwordHash ?? null, given.password);
  if (!credentials) throw new AppError('ERR_INVALID_CREDENTIALS');
  const inside = asSystem(ctx, mintCompanyId(credentials.companyId));
  if (!right) {
    // Not awaited: otherwise the response time would reveal that the account exists.
    transaction(inside, (ctx) => audit(ctx, { verb: 'auth.refused', by: actorOf(credentials), ip: device.ip })).catch((error) =>
      ctx.log.error({ err: error }, 'refusal not recorded'),
    );
    throw new AppError('ERR_INVALID_CREDENTIALS');
  }
  await platformTransaction(ctx, (ctx) => deleteThrottles(ctx, keys));
  return transaction(inside, async (ctx) => {
    const found = await findSessionUser(ctx, credentials.userId);
    if (!found) throw new AppError('ERR_INVALID_CREDENTIALS');
    const { user } = found;
    if (!user.super) must(currentStanding(user.company, ctx.now()));
    const { sessionId, cookie } = await startSession(ctx, user.id, device);
    await audit(ctx, { verb: 'auth.signedIn', by: actorOf(credentials), ip: device.ip });
    await ctx.publish(signedIn, { user: { id: user.id, email: user.email, companyId: user.companyId }, session: sessionId });
    return { session: await sessionAnswer(ctx, found, sessionId), cookie };
  });
}

/** Continues the session of a refresh cookie with a new access token and cookie. ERR_SESSION_EXPIRED, ERR_COMPANY_INACTIVE. */
export async function refreshSession(ctx: PlatformCtx, shown: string | undefined): Promise<SignedInSession> {
  const continued = await continueSession(ctx, shown);
  if (!continued) throw new AppError('ERR_SESSION_EXPIRED');
  const { userId, sessionId, cookie } = continued;
  const session = await reading(continued.ctx, async (ctx) => {
    const found = await findSessionUser(ctx, userId);
    if (!found) throw new AppError('ERR_SESSION_EXPIRED');
    if (!found.user.super && !found.user.company.status) throw new AppError('ERR_COMPANY_INACTIVE');
    return sessionAnswer(ctx, found, sessionId);
  });
  return { session, cookie };
}

/** Ends the caller's own session. */
export function signOut(ctx: Ctx, me: { id: number; sessionId: string }, ip: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await endSession(ctx, me.sessionId);
    await audit(ctx, { verb: 'auth.signedOut', ip });
    await markSignedOut(ctx, me.id);
  });
}

/** Deletes expired attempt counts. */
export function forgetThrottles(ctx: PlatformCtx): Promise<void> {
  return platformTransaction(ctx, (ctx) => deleteThrottlesResetBefore(ctx, ctx.now()));
}

/** Counts the attempt before the password is checked, so that parallel attempts do not all count as the first. Returns the counts' keys. */
function countAttempt(ctx: PlatformCtx, email: string, ip: string): Promise<string[]> {
  const keys = throttleKeys(email, ip);
  return platformTransaction(ctx, async (ctx) => {
    const now = ctx.now();
    for (const { kind, key } of keys) {
      const throttle = await lockThrottle(ctx, key, now);
      const wait = waitMs(kind, throttle, now);
      if (wait > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { seconds: Math.ceil(wait / 1000) });
      await saveThrottle(ctx, key, counted(throttle, now));
    }
    return keys.map(({ key }) => key);
  });
}

async function sessionAnswer(
  ctx: Pick<Tx, 'secrets' | 'now'>,
  { user, tokenVersion }: { user: Session['user']; tokenVersion: number },
  sessionId: string,
): Promise<Session> {
  const { id, name, profile, companyId } = user;
  return {
    token: await signAccessToken(ctx.secrets, { usarname: name, profile, id, companyId, sessionId, tokenVersion }, ctx.now()),
    user,
  };
}

function actorOf({ userId, name }: Credentials): { id: number; name: string } {
  return { id: userId, name };
}
