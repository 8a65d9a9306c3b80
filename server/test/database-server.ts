/** Vitest global set-up: one PostgreSQL for all test files, with template databases that hold the migrated schema. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { readMigrations } from '../src/platform/db/migration-files.ts';
import type { Collation } from './database.ts';

/** How the thousand files of a database are copied: by the kernel alone, which takes half the time, or by PostgreSQL. */
export type Copying = 'clone' | 'copy';

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: { url: string; superUrl: string; templates: Record<Collation, string>; copying: Copying; runner: number };
  }
}

/** Nothing here has to survive a power cut. */
export const testSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  // Each test database begins with a dozen connections.
  scram_iterations: '1',
};

/** Where the PostgreSQL of this folder's tests keeps its files: in memory where there is plenty, since each test database is a thousand of them. */
export function testDataDir(): string {
  const root = resolve(import.meta.dirname, '../..');
  const onDisk = join(root, '.cache/test-db');
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    if (Math.min(bavail * bsize, freemem()) < plentyOfMemory) return onDisk;
    const ours = `balcao-test-${userInfo().uid}-`;
    removeForsaken(ours);
    const dir = join(inMemory, ours + createHash('sha256').update(root).digest('hex').slice(0, 12));
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, ofFolder), root);
    return dir;
  } catch {
    return onDisk;
  }
}

/** Memory that looks like a folder, on Linux. */
const inMemory = '/dev/shm';
const plentyOfMemory = 8 * 2 ** 30;
/** Tells whose folder's tests it is for. */
const ofFolder = 'folder';

/** Those for folders that are gone would keep their memory. */
function removeForsaken(ours: string): void {
  for (const name of readdirSync(inMemory).filter((name) => name.startsWith(ours))) {
    const told = join(inMemory, name, ofFolder);
    if (existsSync(told) && !existsSync(readFileSync(told, 'utf8'))) rmSync(join(inMemory, name), { recursive: true, force: true });
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startEmbeddedDatabase({ dataDir: testDataDir(), settings: testSettings });
  try {
    const client = new pg.Client({ connectionString: database.superUrl });
    await client.connect();
    try {
      await dropLeftovers(client);
      const templates = await ensureTemplates(client, database);
      const copying = await quickestCopying(client);
      project.provide('testDatabase', { url: database.url, superUrl: database.superUrl, templates, copying, runner: process.pid });
    } finally {
      await client.end();
    }
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database.stop;
}

/** Test databases are named after the process that ran the tests; a killed one could not drop its own. */
async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(`select datname from pg_database where datname like 'test\\_%'`);
  for (const { datname } of rows)
    if (!isAlive(Number(datname.split('_')[1]))) await client.query(`drop database if exists ${datname} with (force)`);
}

type Urls = { url: string; superUrl: string };

/** Their order of text: that of the built-in database, and that of a language. */
const origins: Record<Collation, string> = {
  bytes: 'template balcao',
  language: `template template0 locale_provider icu icu_locale 'pt-BR' locale 'C.UTF-8'`,
};

/** The templates for the migrations as they are now. Those of other versions stay for runs in progress, the latest few. `client` is the superuser's. */
export async function ensureTemplates(client: pg.Client, urls: Urls): Promise<Record<Collation, string>> {
  const version = createHash('sha256').update(JSON.stringify(readMigrations())).digest('hex').slice(0, 12);
  await client.query('select pg_advisory_lock(1)');
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname like 'template\\_%' order by oid desc`,
  );
  const existing = rows.map(({ datname }) => datname);
  const old = existing.filter((name) => !name.endsWith(version));
  if (!existing.includes(`template_bytes_${version}`))
    for (const name of old.slice(6)) await client.query(`drop database if exists ${name} with (force)`);
  const ensure = (collation: Collation) => {
    const name = `template_${collation}_${version}`;
    return existing.includes(name) ? name : makeTemplate(client, urls, name, origins[collation]);
  };
  return { bytes: await ensure('bytes'), language: await ensure('language') };
}

async function makeTemplate(client: pg.Client, { url, superUrl }: Urls, name: string, origin: string): Promise<string> {
  const half = name.replace('template', 'half');
  await client.query(`drop database if exists ${half} with (force)`);
  await client.query(`create database ${half} owner balcao ${origin}`);
  const inside = new pg.Client({ connectionString: superUrl.replace(/\/postgres$/, `/${half}`) });
  await inside.connect();
  await inside.query('grant usage, create on schema public to balcao_search');
  await inside.end();
  await migrate(url.replace(/\/balcao$/, `/${half}`));
  await client.query(`alter database ${half} rename to ${name}`);
  return name;
}

/** Not every kernel and file system can. */
async function quickestCopying(client: pg.Client): Promise<Copying> {
  const probe = `test_${process.pid}_probe`;
  try {
    await client.query(`set file_copy_method = 'clone'`);
    await client.query(`create database ${probe} template template0 strategy file_copy`);
    return 'clone';
  } catch {
    return 'copy';
  } finally {
    await client.query(`drop database if exists ${probe}`);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
