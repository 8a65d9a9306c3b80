/** `npm run check`: all static checks. The exit code is the number of failed steps. */
import { spawn } from 'node:child_process';
import { installIfStale, requireNode, root, toolEnv } from './workspace.mjs';

const steps = [
  ['types: contract', 'tsc', '-p', 'packages/contract'],
  ['types: server', 'tsc', '-p', 'server'],
  ['types: web', 'tsc', '-p', 'web'],
  ['types: e2e', 'tsc', '-p', 'e2e'],
  ['types: scripts', 'tsc', '-p', 'scripts'],
  ['lint and format', 'biome', 'ci', '--colors=off', '.'],
  ['boundaries', process.execPath, 'scripts/check-boundaries.mjs'],
  ['unused', 'knip', '--no-progress'],
  ['schema.sql and tables.ts', 'tsx', 'scripts/db-dump.ts', '--check'],
  ['API reference', 'tsx', 'scripts/docs-api.ts', '--check'],
];

requireNode();
await installIfStale();
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
