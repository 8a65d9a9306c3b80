/**
 * Before the journeys: what they run against is built from the sources as they are now and set apart, so that a build that
 * happens meanwhile does not change it; and one PostgreSQL is there for all of them, with a database that is migrated already.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../server/src/platform/db/embedded.ts';
import { ensureTemplates, testDataDir, testSettings } from '../server/test/database-server.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const root = resolve(import.meta.dirname, '..');
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
  const database = await startEmbeddedDatabase({ dataDir: testDataDir(), settings: testSettings });
  const app = join(root, `.cache/e2e-${process.pid}`);
  for (const part of ['server/dist', 'server/migrations', 'server/programs', 'server/package.json', 'web/dist'])
    cpSync(join(root, part), join(app, part), { recursive: true });
  process.env.E2E_APP = app;
  process.env.E2E_DATABASE_URL = database.url;
  process.env.E2E_SUPER_URL = database.superUrl;
  const client = new pg.Client({ connectionString: database.superUrl });
  await client.connect();
  process.env.E2E_TEMPLATE = (await ensureTemplates(client, database)).bytes;
  await client.end();
  return async () => {
    rmSync(app, { recursive: true, force: true });
    await database.stop();
  };
}
