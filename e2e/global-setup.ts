/**
 * Before the journeys: what they run against is built from the sources as they are now and set apart, so that a build that
 * happens meanwhile does not change it; and one PostgreSQL is there for all of them.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startEmbeddedDatabase } from '../server/src/platform/db/embedded.ts';

// Nothing here has to survive a power cut.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300', shared_buffers: '128MB' };

export default async function setup(): Promise<() => Promise<void>> {
  const root = resolve(import.meta.dirname, '..');
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
  const database = await startEmbeddedDatabase({ dataDir: resolve(root, '.cache/test-db'), settings });
  const app = join(root, `.cache/e2e-${process.pid}`);
  for (const part of ['server/dist', 'server/migrations', 'server/programs', 'server/package.json', 'web/dist'])
    cpSync(join(root, part), join(app, part), { recursive: true });
  process.env.E2E_APP = app;
  process.env.E2E_DATABASE_URL = database.url;
  process.env.E2E_SUPER_URL = database.superUrl;
  return async () => {
    rmSync(app, { recursive: true, force: true });
    await database.stop();
  };
}
