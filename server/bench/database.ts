// A separate built-in PostgreSQL under .cache/bench, seeded once and kept for the next run.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createSecrets, type Secrets } from '../src/platform/secrets.ts';
import { scale } from './scale.ts';
import { sealCredentials, seedSteps, size } from './seed.ts';

export const benchDir = join(import.meta.dirname, '../../.cache', scale === 1 ? 'bench' : `bench-${scale}`);
export const appSecret = 'the secret of the measured installation';
export const secrets: Secrets = createSecrets(appSecret);

export type BenchDatabase = { url: string; superUrl: string; stop(): Promise<void> };

/** Starts the database, and seeds it unless it contains this version of the seed. `fast` gives up durability, which production has. */
export async function startDatabase(options: { fresh: boolean; fast: boolean; log(line: string): void }): Promise<BenchDatabase> {
  const settings: Record<string, string> = options.fast ? { fsync: 'off', synchronous_commit: 'off' } : {};
  // Otherwise the settings are those of the product.
  const database = await startEmbeddedDatabase({ dataDir: benchDir, settings, log: options.log });
  const superUrl = database.superUrl.replace(/\/postgres$/, '/balcao');
  try {
    const stamp = createHash('sha256').update(JSON.stringify(seedSteps())).digest('hex');
    const kept = !options.fresh && (await storedStamp(superUrl)) === stamp && (await migrated(database.url));
    if (!kept) {
      await database.reset();
      await migrate(database.url);
      await seed(superUrl, stamp, options.log);
    }
    return { url: database.url, superUrl, stop: database.stop };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Migrates the seeded schema; false if that is impossible because a migration was changed. */
async function migrated(url: string): Promise<boolean> {
  return migrate(url).then(
    () => true,
    () => false,
  );
}

async function storedStamp(superUrl: string): Promise<string | null> {
  return asSuperuser(superUrl, async (client) => {
    const { rows } = await client.query<{ stamp: string }>('select stamp from bench_seed').catch(() => ({ rows: [] }));
    return rows[0]?.stamp ?? null;
  });
}

async function seed(superUrl: string, stamp: string, log: (line: string) => void): Promise<void> {
  const started = performance.now();
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const from = performance.now();
    await work();
    log(`  ${((performance.now() - from) / 1000).toFixed(1).padStart(5)} s  ${what}`);
  };
  const [tickets, messages, contacts] = [size.tickets, size.messages, size.contacts].map((count) => count.toLocaleString('en'));
  log(`Seeding ${tickets} tickets, ${messages} messages and ${contacts} contacts…`);
  await asSuperuser(superUrl, async (client) => {
    // The seed's rows satisfy the foreign keys.
    await client.query(
      `set session_replication_role = replica; set maintenance_work_mem = '768MB'; set work_mem = '128MB'; set synchronous_commit = off; set max_parallel_maintenance_workers = 2`,
    );
    const indexes = await takeIndexesAway(client);
    for (const { what, sql } of seedSteps()) await timed(what, () => client.query(sql));
    await sealCredentials(client, secrets);
    for (const { name, definition } of indexes) await timed(`index ${name}`, () => client.query(definition));
    await timed('vacuum and analyze', () => client.query('vacuum (analyze)'));
    await client.query('checkpoint');
    await client.query('create table if not exists bench_seed (stamp text not null)');
    await client.query('insert into bench_seed values ($1)', [stamp]);
  });
  log(`  ${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  in all`);
}

/** Drops the indexes of the large tables, except constraints, and returns how to create them again. */
export async function takeIndexesAway(client: pg.Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef || coalesce((
      select string_agg(format('; alter index %I alter column %s set statistics %s', indexname, attnum, attstattarget), '')
      from pg_attribute where attrelid = indexname::regclass and attstattarget >= 0), '') as definition
    from pg_indexes i
    where schemaname = 'public' and tablename in ('contacts', 'contact_identities', 'tickets', 'attendances', 'messages')
      and not exists (select from pg_constraint c where c.conname = i.indexname)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows;
}

/** Runs `work` on a connection that bypasses row-level security. */
export async function asSuperuser<T>(superUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
