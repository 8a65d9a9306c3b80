/** Migrates a database to the schema of this version: the job queue's own migrations, then the numbered files of server/migrations. */
import { setTimeout } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { indexMadeBy, isConcurrent, type Migration, readMigrations, runsOutside, type Statement, statementsOf } from './migration-files.ts';
import { connectionPatience, vanishedSoon } from './silence.ts';

// An arbitrary number that must never change: processes starting together wait for each other on it.
const migrationLock = 7_236_211;
const lookForLockEveryMs = 200;
/**
 * How long a statement waits for a lock of a table. Whoever wants that table meanwhile waits behind it, so it then steps aside and is repeated.
 * More than deadlock_timeout (1 s), after which PostgreSQL ends an autovacuum that is in the way.
 */
const lockMs = 1_500;
const pauseMaxMs = 5_000;

type Options = {
  /** Called with a sentence when the migration has to wait. */
  log?: (message: string) => void;
  /** For how long a statement that does not get its lock is repeated. */
  patienceMs?: number;
};

/**
 * Applies the missing migrations in order and returns the names applied. A file runs in one transaction, or statement by statement if it is
 * marked so, and sees the rows of all companies. Servers of the version before may be at work meanwhile: nothing of it holds them up while it
 * waits for a lock. Several processes may call it at once. The connection must be direct, without a pooler: the lock belongs to the session.
 *
 * Throws when an applied file was changed or is gone, naming it, and when a statement fails, naming file and line.
 */
export async function migrate(url: string, dir?: string, options: Options = {}): Promise<{ applied: string[] }> {
  const { log = () => undefined, patienceMs = 300_000 } = options;
  const migrations = readMigrations(dir);
  // An installation may limit its statements. An index of all messages takes as long as it takes.
  const client = new pg.Client({ connectionString: url, ...connectionPatience, options: `${vanishedSoon} -c statement_timeout=0` });
  // What is asked on a connection that is lost fails; the event alone would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await takeTurn(client, log);
    await runMigrations({ connectionString: url, noHandleSignals: true });
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const missing = missingFrom(
      migrations,
      (await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations order by name')).rows,
    );
    const patiently = <T>(name: string, work: () => Promise<T>) => repeatWhileLocked(name, work, log, patienceMs);
    for (const migration of missing) {
      if (runsOutside(migration)) await applyOutside(client, migration, patiently);
      else await patiently(migration.name, () => applyWithin(client, migration));
    }
    return { applied: missing.map((migration) => migration.name) };
  } finally {
    await client.end();
  }
}

/** Asks again and again: a statement that waits for the lock would hold a snapshot, and `create index concurrently` waits for those to end. */
async function takeTurn(client: pg.Client, log: (message: string) => void): Promise<void> {
  for (let asked = 1; ; asked++) {
    const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [migrationLock]);
    if (rows[0]?.ours) return;
    if (asked % 50 === 0) log('Another process migrates the database; waiting for it.');
    await setTimeout(lookForLockEveryMs);
  }
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

/** Repeats what did not get a lock in time, with pauses in which others go on. */
async function repeatWhileLocked<T>(name: string, work: () => Promise<T>, log: (message: string) => void, patienceMs: number): Promise<T> {
  const until = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      // lock_not_available, deadlock_detected
      if ((code !== '55P03' && code !== '40P01') || performance.now() > until) throw error;
      log(`Migration ${name} waits until others are done with a table (attempt ${attempt}).`);
      await setTimeout(Math.min(pauseMaxMs, 250 * attempt));
    }
  }
}

async function applyWithin(client: pg.Client, { name, sql, sha256 }: Migration): Promise<void> {
  await client.query('begin');
  try {
    // Row-level security holds for the owner of the tables, too: without this, a statement would find no rows to change.
    await client.query(`set local app.platform = 'on'; set local lock_timeout = ${lockMs}`);
    await client.query(sql);
    await note(client, name, sha256);
    await client.query('commit');
  } catch (error) {
    // On a connection that is lost, nothing is left of it.
    await client.query('rollback').catch(() => undefined);
    const { position } = error as pg.DatabaseError;
    throw failure(name, position ? sql.slice(0, Number(position)).split('\n').length : null, error);
  }
}

async function applyOutside(
  client: pg.Client,
  { name, sql, sha256 }: Migration,
  patiently: (name: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await client.query(`set app.platform = 'on'`);
  for (const statement of statementsOf(sql)) await patiently(name, () => runOutside(client, name, statement));
  await note(client, name, sha256);
  await client.query('reset app.platform; reset lock_timeout');
}

async function runOutside(client: pg.Client, name: string, { text, line }: Statement): Promise<void> {
  const index = indexMadeBy(text);
  try {
    // A process that was killed may have left half an index, which "if not exists" would take for a whole one.
    if (index) await dropHalfIndex(client, index);
    // What runs concurrently keeps nobody waiting while it waits itself.
    await client.query(`set lock_timeout = ${isConcurrent(text) ? 0 : lockMs}`);
    await client.query(text);
  } catch (error) {
    // It would cost every write, and a unique one would even refuse some.
    if (index) await dropHalfIndex(client, index).catch(() => undefined);
    throw failure(name, line, error);
  }
}

async function dropHalfIndex(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = $1 and c.relnamespace = current_schema()::regnamespace and not i.indisvalid`,
    [index],
  );
  if (!rows[0]) return;
  await client.query('set lock_timeout = 0');
  await client.query(`drop index concurrently ${rows[0].name}`);
}

async function note(client: pg.Client, name: string, sha256: string): Promise<void> {
  await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
}

function failure(name: string, line: number | null, error: unknown): Error {
  return new Error(`Migration ${name}${line ? `:${line}` : ''} failed: ${(error as Error).message}`, { cause: error });
}
