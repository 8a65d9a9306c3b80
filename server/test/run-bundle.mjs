/**
 * `node run-bundle.mjs <bundle> [arguments]`: runs a bundle and keeps beside it what V8 made of it, so that the next process need not read and
 * compile six megabytes again, which takes longer than all the rest of a start.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { constants, Script } from 'node:vm';

/** By then a server has run most of what it needs to start; many are killed before they could say that they end. */
const startedMs = 3_000;

process.argv.splice(1, 1);
const [, path = ''] = process.argv;
const compiled = `${path}.compiled`;
// As a module: strict, with no names of its own outside.
const source = `(function (require, __filename, __dirname, importMetaUrl) { 'use strict'; ${readFileSync(path, 'utf8')}\n})`;
const script = new Script(source, {
  filename: path,
  cachedData: existsSync(compiled) ? readFileSync(compiled) : undefined,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
if (script.cachedDataRejected !== false) {
  process.once('exit', keep);
  setTimeout(keep, startedMs).unref();
}
script.runInThisContext()(createRequire(import.meta.url), path, dirname(path), pathToFileURL(path).href);

function keep() {
  // Renamed into place, since others look for it meanwhile.
  const half = `${compiled}.${process.pid}`;
  writeFileSync(half, script.createCachedData());
  renameSync(half, compiled);
}
