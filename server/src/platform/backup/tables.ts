// All tables of an installation, out of one snapshot and into one transaction.
import { once } from 'node:events';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

export type TableName = string;
export type Table = { name: TableName; columns: string[]; isOurs: boolean; isForced: boolean };
/** `hash` does not depend on the order of rows; null for the tables of the job queue, whose locks are taken off. */
export type Count = { rows: number; hash: string | null };
export type Sequence = { name: string; value: string | null };

/** What belongs to the processes that run now, what the target has by itself, and what it counts again. */
const leftOut = [
  'public.schema_migrations',
  'public.job_workers',
  'public.socket_attachments',
  'public.daily_figures',
  'public.late_changes',
];
const jobTables = ['_private_jobs', '_private_job_queues', '_private_tasks', '_private_known_crontabs'];
const pieceBytes = 4 * 1024 * 1024;

/** Begins to read: everything is seen as it is now, of all companies. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  await prepare(client);
}

/** Begins to write, of all companies. */
export async function beginRestore(client: Client): Promise<void> {
  await client.query('begin');
  await prepare(client);
}

async function prepare(client: Client): Promise<void> {
  await client.query(`select set_config('app.platform', 'on', true)`);
  // Hashes are of text, which must read the same on both sides.
  await client.query(`set local timezone = 'UTC'`);
  await client.query(`set local statement_timeout = 0`);
}

/** Every table with its columns; a partitioned one stands for its parts. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<{ schema: string; table: string; columns: string[]; forced: boolean }>(
    `select n.nspname as schema, c.relname as table, c.relforcerowsecurity as forced,
       array(select quote_ident(a.attname) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and (n.nspname = 'public' or (n.nspname = 'graphile_worker' and c.relname = any($1))) order by 1, 2`,
    [jobTables],
  );
  return rows
    .map(({ schema, table, columns, forced }) => ({ name: `${schema}.${table}`, columns, isOurs: schema === 'public', isForced: forced }))
    .filter(({ name }) => !leftOut.includes(name));
}

export async function countTable(client: Client, { name, columns, isOurs }: Table): Promise<Count> {
  const hash = isOurs ? `coalesce(sum(hashtextextended(row(${columns})::text, 0)::numeric), 0)::text` : 'null';
  const { rows } = await client.query<Count>(`select count(*)::float8 as rows, ${hash} as hash from ${name}`);
  return rows[0] ?? { rows: 0, hash: null };
}

/** The rows of a table in pieces, as PostgreSQL writes them for itself. */
export async function* readTable(client: Client, { name, columns }: Table): AsyncGenerator<Buffer> {
  const stream = client.query(copyTo(`copy (select ${columns} from ${name}) to stdout`));
  let held: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    held.push(piece as Buffer);
    size += (piece as Buffer).length;
    if (size < pieceBytes) continue;
    yield Buffer.concat(held);
    [held, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(held);
}

/** Takes the pieces of one table, in order. */
export function writeTable(client: Client, { name, columns }: Table): { take(piece: Buffer): Promise<void>; end(): Promise<void> } {
  const stream = client.query(copyFrom(`copy ${name} (${columns}) from stdin`));
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  failed.catch(() => undefined);
  return {
    async take(piece) {
      if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), failed]);
    },
    async end() {
      const done = once(stream, 'finish');
      stream.end();
      await Promise.race([done, failed]);
    },
  };
}

export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where schemaname in ('public', 'graphile_worker') order by 1`,
  );
  return rows;
}

export async function setSequence(client: Client, { name, value }: Sequence): Promise<void> {
  if (value !== null) await client.query('select setval($1::regclass, $2)', [name, value]);
}

/**
 * Empties the tables and lets rows in as they were: without keys that refer to other tables, triggers and forced security, until `close` puts
 * them back. All of it belongs to the running transaction.
 */
export async function openTables(client: Client, tables: Table[]): Promise<{ close(): Promise<void> }> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const { name, isForced } of tables) {
    await client.query(`alter table ${name} disable trigger user`);
    if (isForced) await client.query(`alter table ${name} no force row level security`);
  }
  return {
    async close() {
      await client.query(`delete from graphile_worker._private_jobs where locked_at is not null and last_error = 'superseded'`);
      await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null');
      await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null');
      for (const { name, isForced } of tables) {
        await client.query(`alter table ${name} enable trigger user`);
        if (isForced) await client.query(`alter table ${name} force row level security`);
      }
      for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    },
  };
}

/** Names of the migrations that the database has; empty if it has none. */
export async function migrationsOf(client: Client): Promise<string[]> {
  const { rows: there } = await client.query(`select 1 where to_regclass('public.schema_migrations') is not null`);
  if (there.length === 0) return [];
  return (await client.query<{ name: string }>('select name from schema_migrations order by name')).rows.map(({ name }) => name);
}
