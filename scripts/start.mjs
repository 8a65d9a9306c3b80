/** `npm start`: installs and builds what is outdated, then runs the server. `--demo` opens a demo company. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installIfStale, requireNode, root } from './workspace.mjs';

requireNode();
process.chdir(root);
await installIfStale();
await import('./build.mjs');
if (process.argv.includes('--demo')) process.env.DEMO = '1';
process.setSourceMapsEnabled(true);
// In this process, so that signals reach it directly and nothing is left over when it is killed.
await import(pathToFileURL(join(root, 'server/dist/main.js')).href);
