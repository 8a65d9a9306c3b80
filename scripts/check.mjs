/** `npm run check`: all static checks. The exit code is the number of failed steps. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { installIfStale, requireNode, root, toolEnv } from './workspace.mjs';

// One thread each, for two steps run at once. What was found out is kept, so that the next check looks only at what has changed.
const types = (name, folder) => [
  `types: ${name}`,
  'tsc',
  ...['-p', folder, '--checkers', '1', '--incremental', '--tsBuildInfoFile', `.cache/types/${name}.json`],
];

const steps = [
  types('web', 'web'),
  // With contract, journeys and scripts, each of which would check once more what it imports of the server.
  types('server', '.'),
  ['lint and format', 'biome', 'ci', '--colors=off', '.'],
  ['boundaries', process.execPath, 'scripts/check-boundaries.mjs'],
  ['unused', 'knip', '--no-progress'],
  ['schema.sql and tables.ts', 'tsx', 'scripts/db-dump.ts', '--check'],
  ['API reference', 'tsx', 'scripts/docs-api.ts', '--check'],
];

requireNode();
await installIfStale();
mkdirSync(join(root, '.cache/types'), { recursive: true });
const waiting = [...steps];
await Promise.all([work(), work()]);

async function work() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [name, command, ...args] = step;
    const { code, output } = await capture(command, args);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
    if (code === 0) continue;
    console.log(output);
    process.exitCode = (process.exitCode ?? 0) + 1;
  }
}

function capture(command, args) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: toolEnv() });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => done({ code: 127, output: error.message }));
    child.once('close', (code) => done({ code: code ?? 1, output }));
  });
}
