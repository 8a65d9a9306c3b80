import { sql } from 'kysely';
import type { PlatformTx } from '../../../platform/context.ts';

/** Processes that start at the same moment wait for each other here. */
export async function lockFirstStart({ db }: PlatformTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('balcao first start'))`.execute(db);
}
