/**
 * `npm run docs:api`: writes the API reference from the contract: docs/api/openapi.json for programs, docs/api.md and docs/events.md for
 * people. `--check` only tests whether they are up to date.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { openApi } from '@balcao/contract/openapi';
import server from '../server/package.json' with { type: 'json' };
import { apiPage, eventsPage } from './docs-api/markdown.ts';

const root = resolve(import.meta.dirname, '..');
const document = openApi(server.version);

put('docs/api/openapi.json', `${JSON.stringify(document, null, 1)}\n`);
put('docs/api.md', apiPage(document));
put('docs/events.md', eventsPage(document));

function put(name: string, text: string): void {
  const file = join(root, name);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (process.argv.includes('--check')) {
    console.error(`${relative(root, file)} is not what the contract says: run npm run docs:api.`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`Wrote ${relative(root, file)}.`);
  }
}
