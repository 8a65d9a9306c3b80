// The only writer of throttles; they belong to no company.
import type { PlatformTx } from '../../../../platform/context.ts';

type Throttle = { hits: number; resetsAt: Date };

/** Locks the row of this key until the transaction ends, creating it if needed. */
export async function lockThrottle({ db }: PlatformTx, key: string, now: Date): Promise<Throttle> {
  const row = await db
    .insertInto('throttles')
    .values({ key, hits: 0, resets_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow();
  return { hits: row.hits, resetsAt: row.resets_at };
}

export async function saveThrottle({ db }: PlatformTx, key: string, { hits, resetsAt }: Throttle): Promise<void> {
  await db.updateTable('throttles').set({ hits, resets_at: resetsAt }).where('key', '=', key).execute();
}

export async function deleteThrottles({ db }: PlatformTx, keys: string[]): Promise<void> {
  await db.deleteFrom('throttles').where('key', 'in', keys).execute();
}

export async function deleteThrottlesResetBefore({ db }: PlatformTx, at: Date): Promise<void> {
  await db.deleteFrom('throttles').where('resets_at', '<', at).execute();
}
