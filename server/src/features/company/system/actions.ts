import { z } from 'zod';
import type { Base, Ctx, Tx } from '../../../platform/context.ts';
import { platformTransaction, reading, transaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { type CallCount, quotaOf, windowMs } from '../../../platform/http/quotas.ts';
import { defineJob } from '../../../platform/jobs/define.ts';
import { counted, type ThrottleKey, waitMs } from './rules.ts';
import { type AuditEntry, insertAuditEntry } from './store/audit.ts';
import { keysNamedBy, ownedKeys, type Which } from './store/file-owners.ts';
import { countHit, deleteThrottles, deleteThrottlesResetBefore, lockThrottle, saveThrottle } from './store/throttles.ts';

/**
 * Records who did what, in the transaction that does it. `verb` is a fact's name such as `user.deleted`; `subject` is the row.
 * Never put a secret into `details`. `by` defaults to the actor of the context, or the operator or program who acts through it; `ip` to where the actor asks from.
 */
export async function audit(ctx: Tx, entry: AuditEntry): Promise<void> {
  const { actor } = ctx;
  const user = actor.kind === 'user' ? { id: actor.id, name: actor.name } : null;
  const operator = actor.operator ?? null;
  const program = actor.kind === 'system' ? actor.program : undefined;
  // An operator in the company as one of its users is named, and whom they acted as; a program is none of the users, so it has a name only.
  const details = user && operator ? { ...entry.details, as: user } : program ? { ...entry.details, program } : entry.details;
  const by = operator ?? entry.by ?? user ?? (program ? { id: null, name: program.name } : null);
  const ip = entry.ip ?? actor.ip;
  await insertAuditEntry(ctx, { ...entry, ...(details && { details }), ip, by }, ctx.now());
}

export const removeFilesJob = defineJob({
  name: 'system.removeFiles',
  lane: 'bulk',
  payload: z.object({ keys: z.array(z.string()) }),
  async run(ctx, { keys }) {
    const owned = await reading(ctx, (ctx) => ownedKeys(ctx, keys));
    for (const key of keys) if (!owned.has(key)) await ctx.gateways.files.delete(key);
  },
});

/** How many files one job removes. */
const filesAtOnce = 500;

/** Deletes those of the stored files that no row names once the running transaction has committed. */
export async function removeFilesLater(ctx: Tx, keys: readonly (string | null)[]): Promise<void> {
  const known = keys.filter((key) => key !== null);
  for (let i = 0; i < known.length; i += filesAtOnce) await ctx.enqueue(removeFilesJob, { keys: known.slice(i, i + filesAtOnce) });
}

/** The same for all files that these rows name now. Call it before the rows are changed or removed. */
export async function removeFilesOf(ctx: Tx, table: Parameters<typeof keysNamedBy>[1], which: Which): Promise<void> {
  await removeFilesLater(ctx, await keysNamedBy(ctx, table, which));
}

/** Runs what gives files just stored an owner. If it fails, those without an owner are deleted. */
export async function owning<T>(ctx: Ctx, keys: readonly (string | null)[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // The first error says what went wrong; a second one, of a database that is away, would hide it.
    await transaction(ctx, (ctx) => removeFilesLater(ctx, keys)).catch((failure: unknown) =>
      ctx.log.error({ err: failure, keys }, 'stored files were left without an owner'),
    );
    throw error;
  }
}

/**
 * Counts an attempt to name a password. Call it before the password is checked, so that parallel attempts do not all count as the first.
 * ERR_TOO_MANY_REQUESTS (details: seconds) after too many.
 */
export function countAttempt(ctx: Base, keys: readonly ThrottleKey[]): Promise<void> {
  return platformTransaction(ctx, async (ctx) => {
    const now = ctx.now();
    for (const { kind, key } of keys) {
      const throttle = await lockThrottle(ctx, key, now);
      const wait = waitMs(kind, throttle, now);
      if (wait > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { seconds: Math.ceil(wait / 1000) });
      await saveThrottle(ctx, key, counted(throttle, now));
    }
  });
}

/** The password was right: counts from the beginning again. */
export function forgiveAttempts(ctx: Base, keys: readonly ThrottleKey[]): Promise<void> {
  return platformTransaction(ctx, (ctx) =>
    deleteThrottles(
      ctx,
      keys.map(({ key }) => key),
    ),
  );
}

/** Counts one more call of `key` in the minute that runs, for all processes together. */
export function countCall(ctx: Base, key: string, perMinute: number): Promise<CallCount> {
  return platformTransaction(ctx, async (ctx) => {
    const now = ctx.now();
    const { hits, resetsAt } = await countHit(ctx, key, perMinute, now, new Date(now.getTime() + windowMs));
    return { used: hits, resetsAt };
  });
}

/** Counts one more call of the person who acts. ERR_TOO_MANY_REQUESTS (details: seconds) after `perMinute` within a minute. */
export async function countOwnCall(ctx: Ctx, what: string, perMinute: number): Promise<void> {
  const { actor, companyId } = ctx;
  const who = actor.kind === 'user' ? `user ${actor.id}` : 'the product';
  const quota = quotaOf(await countCall(ctx, `${what} of ${who} of company ${companyId}`, perMinute), perMinute, ctx.now());
  if (!quota.ok) throw new AppError('ERR_TOO_MANY_REQUESTS', { seconds: quota.seconds });
}

/** Deletes expired attempt counts. */
export function forgetThrottles(ctx: Base): Promise<void> {
  return platformTransaction(ctx, (ctx) => deleteThrottlesResetBefore(ctx, ctx.now()));
}
