// Programs of ours for processes that tests start, as JavaScript: one that had to translate itself would start a second later, each time.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';

const serverFolder = join(import.meta.dirname, '..');
const made = new Map<string, string>();

/** Bundles a file of the server folder as it is now, once per process, and answers the path of the result. */
export function bundle(entry: string): string {
  const existing = made.get(entry);
  if (existing) return existing;
  const { outputFiles } = buildSync({
    entryPoints: [join(serverFolder, entry)],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Each process is to have one copy of a library, and the seed is only for DEMO=1.
    packages: 'external',
    external: ['../seed/demo.ts'],
    alias: { '@balcao/contract': join(serverFolder, '../packages/contract/src') },
    logLevel: 'silent',
  });
  // Beside dist/, where the migrations are found.
  const folder = join(serverFolder, 'dist-test');
  const path = join(folder, `${basename(entry, '.ts')}.js`);
  mkdirSync(folder, { recursive: true });
  // Renamed into place, since another process may be starting it at this moment.
  const half = `${path}.${process.pid}`;
  writeFileSync(half, outputFiles[0]?.contents ?? '');
  renameSync(half, path);
  made.set(entry, path);
  return path;
}
