import { mayHear } from '@balcao/contract/access-rules';
import type { Session } from '@balcao/contract/auth';
import { signedIn } from '../../../events/auth.ts';
import { signAccessToken } from '../../../platform/access-token.ts';
import { asSystem, type Ctx, mintCompanyId, type PlatformCtx, type Tx } from '../../../platform/context.ts';
import { platformTransaction, reading, transaction } from '../../../platform/db/transaction.ts';
import { AppError, must } from '../../../platform/errors.ts';
import { verifyPassword } from '../../../platform/passwords.ts';
import { currentStanding } from '../companies/reads.ts';
import { continueSession, type Device, endSession, startSession } from '../sessions/actions.ts';
import { audit, countAttempt, forgiveAttempts } from '../system/actions.ts';
import { signInKeys } from '../system/reads.ts';
import { markSignedOut } from '../users/actions.ts';
import { findSessionUser } from '../users/reads.ts';
import { type Credentials, findCredentials } from './store.ts';

export type SignedInSession = { session: Session; cookie: string };

/**
 * Begins a session. ERR_INVALID_CREDENTIALS for a wrong e-mail as for a wrong password; ERR_TOO_MANY_REQUESTS (details: seconds) after too
 * many attempts. With the right password also ERR_COMPANY_INACTIVE and ERR_SUBSCRIPTION_EXPIRED (details: dueDate). Operators of the
 * platform sign in whatever the subscription.
 */
export async function signIn(ctx: PlatformCtx, given: { email: string; password: string }, device: Device): Promise<SignedInSession> {
  const attempts = signInKeys(given.email, device.ip);
  await countAttempt(ctx, attempts);
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
  await forgiveAttempts(ctx, attempts);
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
    const standing = currentStanding(found.user.company, ctx.now());
    // After the subscription has expired, people still come in to pay.
    if (!found.user.super && !mayHear({ standing })) must(standing);
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
