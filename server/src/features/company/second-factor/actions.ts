// Signing in with a code besides the password: of an authenticator app, or one of those kept for when the app is lost.
import { createHmac } from 'node:crypto';
import { plainCode } from '@balcao/contract/password-rules';
import type { Ctx, Tx } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { readableCode } from '../../../platform/passwords.ts';
import { newTotpSecret, totpStep, totpUri } from '../../../platform/totp.ts';
import { audit } from '../system/actions.ts';
import { lockChangeableUser, markSecondFactor, provePassword } from '../users/actions.ts';
import { isAppCode, isFresh, recoveryCodes } from './rules.ts';
import {
  addRecoveryCode,
  confirmStep,
  deleteRecoveryCodes,
  deleteSecondFactor,
  lockSecondFactor,
  proposeSecret,
  type SecondFactorRow,
  useRecoveryCode,
} from './store.ts';

type Person = { id: number; name: string };

/** A secret for the caller's app, which counts once it is confirmed. One that counts already stays. ERR_CURRENT_PASSWORD. */
export async function beginSecondFactor(ctx: Ctx, me: Person, currentPassword: string): Promise<{ secret: string; uri: string }> {
  await provePassword(ctx, me.id, currentPassword);
  const secret = newTotpSecret();
  const account = await transaction(ctx, async (ctx) => {
    const before = await lockSecondFactor(ctx, me.id);
    if (before?.confirmed) throw new AppError('ERR_SECOND_FACTOR_CODE');
    await proposeSecret(ctx, me.id, ctx.secrets.encrypt(secret), ctx.now());
    return (await lockChangeableUser(ctx, me.id)).email;
  });
  return { secret, uri: totpUri(secret, 'Balcão', account) };
}

/** Switches it on. Answers the recovery codes. ERR_SECOND_FACTOR_CODE for a wrong code. */
export function confirmSecondFactor(ctx: Ctx, me: Person, code: string): Promise<{ recoveryCodes: string[] }> {
  return transaction(ctx, async (ctx) => {
    const row = await lockSecondFactor(ctx, me.id);
    const step = row && !row.confirmed ? stepOf(ctx, row, code) : null;
    if (!row || !isFresh(step, row.last_step)) throw new AppError('ERR_SECOND_FACTOR_CODE');
    await confirmStep(ctx, me.id, step);
    await markSecondFactor(ctx, me.id, true);
    await audit(ctx, { verb: 'user.secondFactorOn', subject: String(me.id) });
    return { recoveryCodes: await replaceRecoveryCodes(ctx, me.id) };
  });
}

/** Other recovery codes for the caller. ERR_CURRENT_PASSWORD, ERR_SECOND_FACTOR_OFF. */
export async function renewRecoveryCodes(ctx: Ctx, me: Person, currentPassword: string): Promise<{ recoveryCodes: string[] }> {
  await provePassword(ctx, me.id, currentPassword);
  return transaction(ctx, async (ctx) => {
    if (!(await lockSecondFactor(ctx, me.id))?.confirmed) throw new AppError('ERR_SECOND_FACTOR_OFF');
    await audit(ctx, { verb: 'user.recoveryCodesRenewed', subject: String(me.id) });
    return { recoveryCodes: await replaceRecoveryCodes(ctx, me.id) };
  });
}

/** Switches the caller's off. ERR_CURRENT_PASSWORD. */
export async function endSecondFactor(ctx: Ctx, me: Person, currentPassword: string): Promise<void> {
  await provePassword(ctx, me.id, currentPassword);
  await transaction(ctx, (ctx) => removeSecondFactor(ctx, me.id));
}

/** Switches another user's off, who has lost their device. ERR_NO_USER_FOUND, ERR_NO_PERMISSION, ERR_OWN_USER. */
export function endSecondFactorOf(ctx: Ctx, userId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    // One's own takes the password.
    if (ctx.actor.kind === 'user' && ctx.actor.id === userId) throw new AppError('ERR_OWN_USER');
    await lockChangeableUser(ctx, userId);
    await removeSecondFactor(ctx, userId);
  });
}

/** Takes it from a user, with the recovery codes. Nothing happens if they have none. */
export async function removeSecondFactor(ctx: Tx, userId: number): Promise<void> {
  const row = await lockSecondFactor(ctx, userId);
  if (!row) return;
  await deleteSecondFactor(ctx, userId);
  await deleteRecoveryCodes(ctx, userId);
  await markSecondFactor(ctx, userId, false);
  if (row.confirmed) await audit(ctx, { verb: 'user.secondFactorOff', subject: String(userId) });
}

/** Is this a code of this user? It counts once. ERR_SECOND_FACTOR_REQUIRED without one, ERR_SECOND_FACTOR_WRONG for a wrong one. */
export async function passSecondFactor(ctx: Tx, userId: number, code: string | undefined): Promise<void> {
  if (code === undefined) throw new AppError('ERR_SECOND_FACTOR_REQUIRED');
  const row = await lockSecondFactor(ctx, userId);
  if (!row?.confirmed) return;
  if (isAppCode(code)) {
    const step = stepOf(ctx, row, code);
    if (!isFresh(step, row.last_step)) throw new AppError('ERR_SECOND_FACTOR_WRONG');
    return confirmStep(ctx, userId, step);
  }
  if (!(await useRecoveryCode(ctx, userId, hashCode(ctx, userId, code)))) throw new AppError('ERR_SECOND_FACTOR_WRONG');
  await audit(ctx, { verb: 'user.recoveryCodeUsed', subject: String(userId) });
}

async function replaceRecoveryCodes(ctx: Tx, userId: number): Promise<string[]> {
  await deleteRecoveryCodes(ctx, userId);
  const codes = Array.from({ length: recoveryCodes }, readableCode);
  for (const code of codes) await addRecoveryCode(ctx, userId, hashCode(ctx, userId, code));
  return codes;
}

function stepOf(ctx: Pick<Tx, 'secrets' | 'now'>, row: SecondFactorRow, code: string): number | null {
  return totpStep(ctx.secrets.decrypt(row.secret), code, ctx.now());
}

function hashCode({ secrets }: Pick<Tx, 'secrets'>, userId: number, code: string): Buffer {
  return createHmac('sha256', secrets.key('recovery-code'))
    .update(`${userId} ${plainCode(code)}`)
    .digest();
}
