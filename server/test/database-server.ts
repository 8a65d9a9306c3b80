/** Vitest global set-up: one PostgreSQL for all test files, with a template database that holds the migrated schema. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '../src/platform/db/embedded.ts';
import { migrate, readMigrations } from '../src/platform/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: { url: string; superUrl: string; template: string; runner: number };
  }
}

// Nothing here has to survive a power cut.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startEmbeddedDatabase({ dataDir: join(import.meta.dirname, '../../.cache/test-db'), settings });
  try {
    const client = new pg.Client({ connectionString: database.superUrl });
    await client.connect();
    try {
      await dropLeftovers(client);
      const template = await ensureTemplate(client, database.url);
      project.provide('testDatabase', { url: database.url, superUrl: database.superUrl, template, runner: process.pid });
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

/** The template for the migrations as they are now. Those of other versions stay for runs in progress, the latest few. */
async function ensureTemplate(client: pg.Client, url: string): Promise<string> {
  const version = createHash('sha256').update(JSON.stringify(readMigrations())).digest('hex').slice(0, 12);
  await client.query('select pg_advisory_lock(1)');
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname like 'template\\_%' order by oid desc`,
  );
  const existing = rows.find(({ datname }) => datname === `template_${version}`);
  if (existing) return existing.datname;
  for (const { datname } of rows.slice(3)) await client.query(`drop database if exists ${datname} with (force)`);
  const half = `half_${version}`;
  await client.query(`drop database if exists ${half} with (force)`);
  await client.query(`create database ${half} template balcao owner balcao`);
  await migrate(url.replace(/\/balcao$/, `/${half}`));
  await client.query(`alter database ${half} rename to template_${version}`);
  return `template_${version}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
