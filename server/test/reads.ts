import { sql } from 'kysely';
import type { Scoped } from '../src/platform/context.ts';

/**
 * How many entries of the indexes of a table were looked at, and rows where none was used: take the difference, since those of the transaction
 * before may be in it. Unlike time, that does not go with the machine.
 */
export async function entriesRead({ db }: Pick<Scoped, 'db'>, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (t.seq_tup_read + sum(pg_stat_get_xact_tuples_returned(i.indexrelid)))::int as n
    from pg_stat_xact_user_tables t join pg_index i on i.indrelid = t.relid where t.relname = ${table} group by t.seq_tup_read`.execute(db);
  return rows[0]?.n ?? 0;
}

/** How many blocks of a table and its indexes were looked at, as above: entries that an index passes over are counted nowhere else. */
export async function blocksRead({ db }: Pick<Scoped, 'db'>, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (pg_stat_get_xact_blocks_fetched(c.oid) + sum(pg_stat_get_xact_blocks_fetched(i.indexrelid)))::int as n
    from pg_class c join pg_index i on i.indrelid = c.oid where c.relname = ${table} group by c.oid`.execute(db);
  return rows[0]?.n ?? 0;
}
