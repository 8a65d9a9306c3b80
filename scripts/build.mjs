/** Builds the web app into web/dist and the server into server/dist, each only if its inputs changed. Importing this file builds. */
import { join } from 'node:path';
import { buildIfStale, root, run } from './workspace.mjs';

const shared = [
  'packages/contract/src',
  'packages/contract/package.json',
  'tsconfig.base.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/bundle-server.mjs',
];

await buildIfStale(
  {
    name: 'web app',
    inputs: [...shared, 'web/src', 'web/public', 'web/index.html', 'web/vite.config.ts', 'web/tsconfig.json', 'web/package.json'],
    output: 'web/dist/index.html',
  },
  () => must('vite', ['build', '--logLevel', 'warn'], { cwd: join(root, 'web') }),
);
// In a separate process, so that the bundler's memory is free when the server runs in this one.
await buildIfStale(
  { name: 'server', inputs: [...shared, 'server/src', 'server/seed', 'server/package.json'], output: 'server/dist/main.js' },
  () => must(process.execPath, ['scripts/bundle-server.mjs']),
);

async function must(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) {
    console.error('The build failed; see above.');
    process.exit(code);
  }
}
