// Who owns a stored file: the rows that name its key. Messages share files with queues and options, so a file goes only when no row of
// any table names it any more. A new column that names files belongs in this list; a test compares the list with the database.
//
// Whoever copies a key from one row to another must lock the first until the transaction ends. Otherwise the first may be deleted, and
// the file with it, before the second can be seen.
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { DB } from '../../../../tables.ts';

type FileColumn = {
  table: keyof DB & string;
  column: string;
  /** SQL for the key within a JSON column. */
  key?: string;
  /** SQL for the rows that own the files they name; without it all do. */
  owns?: string;
};

const queueIsThere = 'exists (select 1 from queues q where q.company_id = t.company_id and q.id = t.queue_id and q.deleted_at is null)';

export const fileColumns: readonly FileColumn[] = [
  { table: 'messages', column: 'media_key' },
  { table: 'messages', column: 'thumb_key' },
  { table: 'messages', column: 'playable_key' },
  {
    table: 'messages',
    column: 'media_ref',
    // The files of the simulator's customers, until they are fetched. Other channels have their own ids here.
    key: "case when starts_with(t.media_ref ->> 'id', 'simulator/' || t.company_id || '/') then t.media_ref ->> 'id' end",
    owns: "t.media_state = 'pending'",
  },
  { table: 'announcements', column: 'media_key' },
  { table: 'contacts', column: 'picture_key' },
  { table: 'contact_merges', column: 'for_split', key: "t.for_split #>> '{contact,row,picture_key}'", owns: 't.split_at is null' },
  { table: 'contact_merges', column: 'for_split', key: "t.for_split #>> '{contact,before,picture_key}'", owns: 't.split_at is null' },
  { table: 'queues', column: 'media_key', owns: 't.deleted_at is null' },
  { table: 'queues', column: 'media', key: "t.media ->> 'thumb_key'", owns: 't.deleted_at is null' },
  { table: 'queues', column: 'media', key: "t.media ->> 'playable_key'", owns: 't.deleted_at is null' },
  { table: 'queue_options', column: 'media_key', owns: queueIsThere },
  { table: 'queue_options', column: 'media', key: "t.media ->> 'thumb_key'", owns: queueIsThere },
  { table: 'queue_options', column: 'media', key: "t.media ->> 'playable_key'", owns: queueIsThere },
  { table: 'ticket_notes', column: 'media_key' },
  { table: 'quick_messages', column: 'media_key' },
  { table: 'file_options', column: 'media_key' },
  { table: 'chat_files', column: 'media_key' },
  { table: 'chat_files', column: 'thumb_key' },
  { table: 'scheduled_messages', column: 'media_key' },
  { table: 'scheduled_messages', column: 'media', key: "t.media ->> 'thumb_key'" },
  { table: 'campaigns', column: 'media_key' },
  { table: 'imports', column: 'file_key', owns: "t.status in ('waiting', 'running')" },
];

/** Those of the keys that some row of the company owns. */
export async function ownedKeys({ db, companyId }: Scoped, keys: readonly string[]): Promise<Set<string>> {
  const owners = fileColumns.map(
    (each) =>
      sql`select ${keyIn(each)} as key from ${sql.table(each.table)} t
        where t.company_id = ${companyId} and ${keyIn(each)} = any(${[...keys]}::text[]) and ${sql.raw(each.owns ?? 'true')}`,
  );
  const { rows } = await sql<{ key: string }>`${sql.join(owners, sql` union `)}`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** The keys that the company's rows name, in order, after `after`. */
export async function keysAfter({ db, companyId }: Scoped, after: string, limit: number): Promise<string[]> {
  const named = fileColumns.map(
    (each) =>
      sql`(select ${keyIn(each)} as key from ${sql.table(each.table)} t where t.company_id = ${companyId} and ${keyIn(each)} > ${after} order by 1 limit ${limit})`,
  );
  const { rows } = await sql<{ key: string }>`${sql.join(named, sql` union `)} order by key limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}

/** Rows of a table by the values of some columns; a list stands for any of its values. */
export type Which = Readonly<Record<string, number | readonly number[]>>;

/** All keys that these rows name. */
export async function keysNamedBy({ db, companyId }: Scoped, table: FileColumn['table'], which: Which): Promise<string[]> {
  const chosen = Object.entries(which).map(
    ([column, value]) => sql`t.${sql.ref(column)} = any(${typeof value === 'number' ? [value] : [...value]}::bigint[])`,
  );
  const named = fileColumns
    .filter((each) => each.table === table)
    .map(
      (each) =>
        sql`select ${keyIn(each)} as key from ${sql.table(table)} t where t.company_id = ${companyId} and ${sql.join(chosen, sql` and `)}`,
    );
  const { rows } = await sql<{ key: string | null }>`${sql.join(named, sql` union `)}`.execute(db);
  return rows.flatMap(({ key }) => (key === null ? [] : [key]));
}

function keyIn({ column, key }: FileColumn): RawBuilder<string | null> {
  return key === undefined ? sql`t.${sql.ref(column)}` : sql.raw(key);
}
