import { mayHear } from '@balcao/contract/access-rules';
import type { Session } from '@balcao/contract/auth';
import { signedIn, signedOut } from '../../../events/auth.ts';
import { signAccessToken } from '../../../platform/access-token.ts';
import { asSystem, type Ctx, mintCompanyId, type PlatformCtx, type SignedIn, type Tx } from '../../../platform/context.ts';
import { platformTransaction, reading, transaction } from '../../../platform/db/transaction.ts';
import { AppError, must } from '../../../platform/errors.ts';
import { verifyPassword } from '../../../platform/passwords.ts';
import { currentStanding, enterCompany, ownCompany } from '../companies/reads.ts';
import { passSecondFactor } from '../second-factor/actions.ts';
import {
  type Continued,
  continueSession,
  type Device,
  endOwnSession,
  endSession,
  endSessionsOf,
  returnToOwn,
  startSession,
} from '../sessions/actions.ts';
import { audit, countAttempt, forgiveAttempts } from '../system/actions.ts';
import { signInKeys } from '../system/reads.ts';
import { markSignedOut, recheckSessions } from '../users/actions.ts';
import { findAdmin, findSessionUser } from '../users/reads.ts';
import { type Credentials, findCredentials } from './store.ts';

export type SignedInSession = { session: Session; cookie: string };

/**
 * Begins a session. ERR_INVALID_CREDENTIALS for a wrong e-mail as for a wrong password; ERR_TOO_MANY_REQUESTS (details: seconds) after too
 * many attempts. With the right password also ERR_SECOND_FACTOR_REQUIRED and ERR_SECOND_FACTOR_WRONG, ERR_COMPANY_INACTIVE and ERR_SUBSCRIPTION_EXPIRED (details: dueDate). Operators of the
 * platform sign in whatever the subscription.
 */
export async function signIn(
  ctx: PlatformCtx,
  given: { email: string; password: string; code?: string | undefined; toPay?: boolean | undefined },
  device: Device,
): Promise<SignedInSession> {
  const attempts = signInKeys(given.email, device.ip);
  await countAttempt(ctx, attempts);
  const credentials = await platformTransaction(ctx, (ctx) => findCredentials(ctx, given.email));
  const right = await verifyPassword(credentials?.passwordHash ?? null, given.password);
  if (!credentials) throw new AppError('ERR_INVALID_CREDENTIALS');
  const inside = asSystem(ctx, mintCompanyId(credentials.companyId));
  const noteRefusal = () =>
    transaction(inside, (ctx) => audit(ctx, { verb: 'auth.refused', by: actorOf(credentials), ip: device.ip })).catch((error: unknown) =>
      ctx.log.error({ err: error }, 'refusal not recorded'),
    );
  if (!right) {
    // Not awaited: otherwise the response time would reveal that the account exists.
    void noteRefusal();
    throw new AppError('ERR_INVALID_CREDENTIALS');
  }
  if (credentials.secondFactor) {
    await transaction(inside, (ctx) => passSecondFactor(ctx, credentials.userId, given.code)).catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === 'ERR_SECOND_FACTOR_WRONG') await noteRefusal();
      throw error;
    });
  }
  await forgiveAttempts(ctx, attempts);
  return transaction(inside, async (ctx) => {
    const found = await findSessionUser(ctx, credentials.userId);
    if (!found) throw new AppError('ERR_INVALID_CREDENTIALS');
    const { user } = found;
    const standing = currentStanding(user.company, ctx.now());
    // Who says so comes in to pay; what they may do then is decided at each call.
    if (!user.super && !(given.toPay && mayHear({ standing }))) must(standing);
    const { sessionId, cookie } = await startSession(ctx, user.id, device);
    await audit(ctx, { verb: 'auth.signedIn', by: actorOf(credentials), ip: device.ip });
    await ctx.publish(signedIn, { user: { id: user.id, email: user.email, companyId: user.companyId }, session: sessionId });
    return { session: await sessionAnswer(ctx, found, sessionId), cookie };
  });
}

/** Continues the session of a refresh cookie with a new access token and cookie. ERR_SESSION_EXPIRED, ERR_COMPANY_INACTIVE. */
export async function refreshSession(ctx: PlatformCtx, shown: string | undefined): Promise<SignedInSession> {
  return goOn(await continueSession(ctx, shown));
}

/**
 * An operator goes into a company as one of its admins, or as the given user. What they do there is written down with their name. ERR_OWN_COMPANY,
 * ERR_NO_COMPANY_FOUND, ERR_NO_ADMIN.
 */
export async function enterAsUser(
  ctx: Ctx & { actor: SignedIn },
  companyId: number,
  userId: number | null,
  device: Device,
): Promise<SignedInSession> {
  const { actor } = ctx;
  if (companyId === ctx.companyId) throw new AppError('ERR_OWN_COMPANY');
  return transaction(enterCompany(ctx, companyId), async (ctx) => {
    await ownCompany(ctx);
    const admin = await findAdmin(ctx, userId);
    const found = admin && (await findSessionUser(ctx, admin.id));
    if (!found) throw new AppError('ERR_NO_ADMIN');
    const operator = { id: actor.id, name: actor.name, sessionId: actor.sessionId };
    const { sessionId, cookie } = await startSession(ctx, found.user.id, device, operator);
    await audit(ctx, { verb: 'auth.entered', subject: String(found.user.id), details: { name: found.user.name }, ip: device.ip });
    return { session: await sessionAnswer(ctx, found, sessionId, operator), cookie };
  });
}

/** An operator leaves the company they entered, and goes on with their own session. ERR_SESSION_EXPIRED. */
export async function leaveCompany(ctx: PlatformCtx, shown: string | undefined): Promise<SignedInSession> {
  return goOn(await returnToOwn(ctx, shown));
}

async function goOn(continued: Continued | null): Promise<SignedInSession> {
  if (!continued) throw new AppError('ERR_SESSION_EXPIRED');
  const { userId, sessionId, cookie, operator } = continued;
  const session = await reading(continued.ctx, async (ctx) => {
    const found = await findSessionUser(ctx, userId);
    if (!found) throw new AppError('ERR_SESSION_EXPIRED');
    const standing = currentStanding(found.user.company, ctx.now());
    // After the subscription has expired, people still come in to pay.
    if (!found.user.super && !mayHear({ standing, entered: operator !== null })) must(standing);
    return sessionAnswer(ctx, found, sessionId, operator);
  });
  return { session, cookie };
}

/** Ends the caller's own session. */
export function signOut(ctx: Ctx, me: { id: number; sessionId: string }, ip: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await endSession(ctx, me.sessionId);
    await ctx.publish(signedOut, { sessionId: me.sessionId });
    await audit(ctx, { verb: 'auth.signedOut', ip });
    await markSignedOut(ctx, me.id);
  });
}

/** Ends one of the caller's sessions. ERR_NO_SESSION_FOUND. */
export function endOne(ctx: Ctx, me: { id: number }, sessionId: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (!(await endOwnSession(ctx, me.id, sessionId))) throw new AppError('ERR_NO_SESSION_FOUND');
    await audit(ctx, { verb: 'auth.sessionEnded', subject: sessionId });
    await recheckSessions(ctx, me.id);
  });
}

/** Ends all of the caller's sessions but this one. Answers how many. */
export function endOthers(ctx: Ctx, me: { id: number; sessionId: string }): Promise<number> {
  return transaction(ctx, async (ctx) => {
    const ended = await endSessionsOf(ctx, me.id, me.sessionId);
    if (ended === 0) return 0;
    await audit(ctx, { verb: 'auth.otherSessionsEnded', details: { ended } });
    await recheckSessions(ctx, me.id);
    return ended;
  });
}

async function sessionAnswer(
  ctx: Pick<Tx, 'secrets' | 'now'>,
  { user, tokenVersion }: { user: Session['user']; tokenVersion: number },
  sessionId: string,
  operator: { name: string } | null = null,
): Promise<Session> {
  const { id, name, profile, companyId } = user;
  return {
    token: await signAccessToken(ctx.secrets, { usarname: name, profile, id, companyId, sessionId, tokenVersion }, ctx.now()),
    user: operator ? { ...user, operator: { name: operator.name } } : user,
  };
}

function actorOf({ userId, name }: Credentials): { id: number; name: string } {
  return { id: userId, name };
}
