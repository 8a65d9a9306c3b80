/**
 * `npm run db:dump`: writes the migrated schema, read from the catalog, as server/schema.sql for reviews and server/src/tables.ts for the
 * compiler. `--check` only tests whether they are up to date.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../server/src/platform/db/embedded.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { schemaSql } from './db-dump/schema-sql.ts';
import { tableTypes } from './db-dump/table-types.ts';

const root = resolve(import.meta.dirname, '..');

const dataDir = mkdtempSync(join(tmpdir(), 'balcao-dump-'));
const database = await startEmbeddedDatabase({ dataDir, settings: { fsync: 'off' } });
try {
  await migrate(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const files = { 'server/schema.sql': await schemaSql(client), 'server/src/tables.ts': await tableTypes(client) };
  await client.end();
  for (const [name, text] of Object.entries(files)) put(join(root, name), text);
} finally {
  await database.stop();
  const { home } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { home: string };
  for (const dir of [home, dataDir]) rmSync(dir, { recursive: true, force: true });
}

function put(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (process.argv.includes('--check')) {
    console.error(`${relative(root, file)} is not what the migrations make: run npm run db:dump.`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
    console.log(`Wrote ${relative(root, file)}.`);
  }
}
