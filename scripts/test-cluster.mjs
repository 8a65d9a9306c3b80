/**
 * `npm run test:cluster`: two `web`, two `worker` and two `connections` behind the machine's own PgBouncer, Redis and HAProxy.
 * Says what to install where one of them is missing.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installIfStale, requireNode, run } from './workspace.mjs';

const programs = ['pgbouncer', 'redis-server', 'haproxy'];

requireNode();
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
const missing = programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
if (missing.length > 0) {
  const packages = missing.join(' ');
  console.error(
    `Not on this machine: ${missing.join(', ')}.\n  Debian, Ubuntu: apt-get install ${packages}\n  macOS:          brew install ${packages.replace('redis-server', 'redis')}`,
  );
  process.exit(1);
}
await installIfStale();
process.exitCode = await run('vitest', ['run', '--config', 'server/cluster/vitest.config.ts', ...process.argv.slice(2)]);
