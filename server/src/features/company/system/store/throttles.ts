// The only writer of throttles; they belong to no company.
import { sql } from 'kysely';
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

/**
 * Counts one more call in the window that is open, or in the next one, which ends at `endsAt`. Counting stops one above `most`. The count is
 * worth no waiting for the disk: after a crash of the database some calls may not have been counted.
 */
export async function countHit({ db }: PlatformTx, key: string, most: number, now: Date, endsAt: Date): Promise<Throttle> {
  await sql`select set_config('synchronous_commit', 'off', true)`.execute(db);
  const { rows } = await sql<Throttle>`
    insert into throttles as t (key, hits, resets_at) values (${key}, 1, ${endsAt})
    on conflict (key) do update set
      hits = case when t.resets_at <= ${now} then 1 else least(t.hits + 1, ${most}::int + 1) end,
      resets_at = case when t.resets_at <= ${now} then excluded.resets_at else t.resets_at end
    returning hits, resets_at as "resetsAt"`.execute(db);
  return rows[0] ?? { hits: 1, resetsAt: endsAt };
}
