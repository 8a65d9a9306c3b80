// Setting another password by a code from a mail. Neither answers nor their times tell whether anybody has the e-mail.
import { createHmac } from 'node:crypto';
import { plainCode } from '@balcao/contract/password-rules';
import { asSystem, mintCompanyId, type PlatformCtx } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { hashPassword, readableCode } from '../../../platform/passwords.ts';
import { type Secrets, sameBytes } from '../../../platform/secrets.ts';
import { type Account, findAccount } from '../auth/reads.ts';
import { queueMail } from '../mails/actions.ts';
import { removeSecondFactor } from '../second-factor/actions.ts';
import { audit, countAttempt, forgiveAttempts } from '../system/actions.ts';
import { resetKeys, resetRequestKeys, signInKeys } from '../system/reads.ts';
import { setPassword } from '../users/actions.ts';
import { resetExpiry, resetMs } from './rules.ts';
import { deleteReset, lockReset, saveReset } from './store.ts';
import { changedMail, type Language, resetMail } from './view.ts';

/** Mails a code to whoever has this e-mail. ERR_TOO_MANY_REQUESTS (details: seconds) after a few for one e-mail. */
export async function askForReset(
  ctx: PlatformCtx,
  { email, language }: { email: string; language?: Language | undefined },
  ip: string,
): Promise<void> {
  await countAttempt(ctx, resetRequestKeys(email));
  // Not awaited: otherwise the response time would reveal that the account exists.
  sendCode(ctx, email, language, ip).catch((error: unknown) => ctx.log.error({ err: error }, 'no code was mailed'));
}

/**
 * Sets another password by a code, which works once, and ends all sessions of the user. ERR_RESET_CODE for a wrong or expired code as for an
 * unknown e-mail; ERR_TOO_MANY_REQUESTS (details: seconds) after too many.
 */
export async function resetPassword(
  ctx: PlatformCtx,
  { email, code, password }: { email: string; code: string; password: string },
  ip: string,
): Promise<void> {
  const attempts = resetKeys(email, ip);
  await countAttempt(ctx, attempts);
  const passwordHash = await hashPassword(password);
  const account = await findAccount(ctx, email);
  // Without an account the same is looked up in vain, for that takes its time too.
  const userId = account?.userId ?? 0;
  await transaction(asSystem(ctx, mintCompanyId(account?.companyId ?? 0)), async (ctx) => {
    const reset = await lockReset(ctx, userId);
    const shown = hashCode(ctx.secrets, userId, code);
    const isRight = sameBytes(shown, reset?.code_hash ?? shown) && reset !== null && reset.expires_at > ctx.now();
    if (!account || !isRight) throw new AppError('ERR_RESET_CODE');
    await deleteReset(ctx, userId);
    await setPassword(ctx, userId, passwordHash);
    await audit(ctx, { verb: 'auth.passwordReset', by: actorOf(account), ip });
    await queueMail(ctx, { to: account.email, ...changedMail(account.language ?? 'pt', { name: account.name, publicUrl: ctx.publicUrl }) });
  });
  await forgiveAttempts(ctx, [...attempts, ...signInKeys(email, ip)]);
}

/**
 * For the command line of the operator: sets a user's password and ends their sessions. Their second factor goes too, unless it is kept.
 * ERR_NO_USER_FOUND.
 */
export async function setPasswordOf(ctx: PlatformCtx, email: string, password: string, keepSecondFactor: boolean): Promise<void> {
  const passwordHash = await hashPassword(password);
  const account = await findAccount(ctx, email);
  if (!account) throw new AppError('ERR_NO_USER_FOUND');
  await transaction(asSystem(ctx, mintCompanyId(account.companyId)), async (ctx) => {
    await setPassword(ctx, account.userId, passwordHash);
    if (!keepSecondFactor) await removeSecondFactor(ctx, account.userId);
    await audit(ctx, { verb: 'user.passwordSet', subject: String(account.userId) });
  });
  await forgiveAttempts(ctx, signInKeys(email, ''));
}

async function sendCode(ctx: PlatformCtx, given: string, wanted: Language | undefined, ip: string): Promise<void> {
  const account = await findAccount(ctx, given);
  if (!account) return;
  const { userId, name, email } = account;
  const code = readableCode();
  await transaction(asSystem(ctx, mintCompanyId(account.companyId)), async (ctx) => {
    const at = ctx.now();
    await saveReset(ctx, userId, { code_hash: hashCode(ctx.secrets, userId, code), expires_at: resetExpiry(at), created_at: at });
    await audit(ctx, { verb: 'auth.resetRequested', by: actorOf(account), ip });
    const { publicUrl } = ctx;
    const mail = resetMail(account.language ?? wanted ?? 'pt', { name, email, code, publicUrl });
    await queueMail(ctx, { to: email, ...mail, usefulMs: resetMs });
  });
}

/** With a key, since codes are short enough to be tried out by whoever reads the table. */
function hashCode(secrets: Secrets, userId: number, code: string): Buffer {
  return createHmac('sha256', secrets.key('password-reset'))
    .update(`${userId} ${plainCode(code)}`)
    .digest();
}

function actorOf({ userId, name }: Account): { id: number; name: string } {
  return { id: userId, name };
}
