import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

/** Locks the chats of these contacts on all connections until the transaction ends. */
export async function lockChatsOf({ db, companyId }: Scoped, contactIds: readonly number[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0)) from (
      select 'chat:' || c.company_id || ':' || c.id || ':' || k.id as key from connections c
      cross join unnest(${[...contactIds]}::bigint[]) as k (id) where c.company_id = ${companyId} order by 1) chats`.execute(db);
}
