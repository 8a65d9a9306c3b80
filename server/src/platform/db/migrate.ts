/** Migrates a database to the schema of this version: the job queue's own migrations, then the numbered files of server/migrations. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';

export type Migration = { name: string; sql: string; sha256: string };

// An arbitrary number that must never change: processes starting together wait for each other on it.
const migrationLock = 7_236_211;

/**
 * Applies the missing migrations in order, each file in its own transaction that sees the rows of all companies, and returns the names
 * applied. Several processes may call it at once. The connection must be direct, without a pooler: the lock belongs to the session.
 *
 * Throws when an applied file was changed or is gone, naming it, and when a statement fails, naming file and line.
 */
export async function migrate(url: string, dir: string = migrationsDir()): Promise<{ applied: string[] }> {
  const migrations = readMigrations(dir);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await runMigrations({ connectionString: url, noHandleSignals: true });
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const missing = missingFrom(
      migrations,
      (await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations order by name')).rows,
    );
    for (const migration of missing) await apply(client, migration);
    return { applied: missing.map((migration) => migration.name) };
  } finally {
    await client.end();
  }
}

/** The files `NNNN_name.sql` of a directory in order. Throws when two share a number or a name does not match. */
export function readMigrations(dir: string = migrationsDir()): Migration[] {
  const names = readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  names.forEach((name, i) => {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) throw new Error(`Migration ${name} is not named NNNN_name.sql.`);
    if (name.slice(0, 4) === names[i - 1]?.slice(0, 4)) throw new Error(`Migrations ${names[i - 1]} and ${name} have the same number.`);
  });
  return names.map((name) => {
    const sql = readFileSync(join(dir, name), 'utf8');
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
  });
}

function missingFrom(migrations: Migration[], applied: { name: string; sha256: string }[]): Migration[] {
  for (const { name, sha256 } of applied) {
    const file = migrations.find((migration) => migration.name === name);
    if (!file) throw new Error(`The database has migration ${name}, which this version does not know: it is older than the database.`);
    if (file.sha256 !== sha256) throw new Error(`Migration ${name} was changed after it was applied. Restore it and add a further file.`);
  }
  const last = applied.at(-1)?.name ?? '';
  const missing = migrations.filter(({ name }) => !applied.some((done) => done.name === name));
  const late = missing.find(({ name }) => name < last);
  if (late) throw new Error(`Migration ${late.name} comes before ${last}, which is applied already. Give it a later number.`);
  return missing;
}

async function apply(client: pg.Client, { name, sql, sha256 }: Migration): Promise<void> {
  await client.query('begin');
  try {
    // Row-level security holds for the owner of the tables, too: without this, a statement would find no rows to change.
    await client.query("set local app.platform = 'on'");
    await client.query(sql);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const { message, position } = error as pg.DatabaseError;
    const line = position ? `:${sql.slice(0, Number(position)).split('\n').length}` : '';
    throw new Error(`Migration ${name}${line} failed: ${message}`, { cause: error });
  }
}

/** server/migrations, found from the sources as well as from the bundle in server/dist. */
function migrationsDir(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    const dir = join(at, 'migrations');
    if (existsSync(dir)) return dir;
    if (at === dirname(at)) throw new Error('The migrations directory is missing beside the server.');
  }
}
