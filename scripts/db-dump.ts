/**
 * `npm run db:dump`: writes the migrated schema, read from the catalog, as server/schema.sql for reviews and server/src/tables.ts for the
 * compiler. `--check` only tests whether they are up to date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../server/src/platform/db/embedded.ts';
import { ensureTemplates, testDataDir, testSettings } from '../server/test/database-server.ts';
import { schemaSql } from './db-dump/schema-sql.ts';
import { tableTypes } from './db-dump/table-types.ts';

const root = resolve(import.meta.dirname, '..');

const database = await startEmbeddedDatabase({ dataDir: testDataDir(), settings: testSettings });
const superuser = new pg.Client({ connectionString: database.superUrl });
await superuser.connect();
// Cleared away by the tests if this process is killed.
const name = `test_${process.pid}_dump`;
try {
  const { bytes } = await ensureTemplates(superuser, database);
  await superuser.query(`create database ${name} template ${bytes} owner balcao strategy file_copy`);
  const client = new pg.Client({ connectionString: database.url.replace(/\/balcao$/, `/${name}`) });
  await client.connect();
  const files = { 'server/schema.sql': await schemaSql(client), 'server/src/tables.ts': await tableTypes(client) };
  await client.end();
  for (const [file, text] of Object.entries(files)) put(join(root, file), text);
} finally {
  await superuser.query(`drop database if exists ${name} with (force)`);
  await superuser.end();
  await database.stop();
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
