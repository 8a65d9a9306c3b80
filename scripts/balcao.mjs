/** `npm run balcao -- …`: installs and builds what is outdated, then runs a command of the operator. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installIfStale, requireNode, root } from './workspace.mjs';

requireNode();
process.chdir(root);
// An image has the built server and no sources.
if (existsSync(join(root, 'server/src'))) {
  await installIfStale();
  await import('./build.mjs');
}
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, 'server/dist/balcao.js')).href);
