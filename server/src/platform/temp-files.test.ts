import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { newTempPath, sweepTempFiles } from './temp-files.ts';

test('what a killed process left is removed; what a living one uses stays', async () => {
  const module = join(import.meta.dirname, 'temp-files.ts');
  const script = `const { newTempPath } = await import(${JSON.stringify(module)}); const path = await newTempPath(); (await import('node:fs')).writeFileSync(path, 'upload'); console.log(path); process.kill(process.pid, 'SIGKILL')`;
  const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { encoding: 'utf8' });
  const left = stdout.trim();
  expect(existsSync(left)).toBe(true);
  const used = await newTempPath();
  writeFileSync(used, 'upload');
  const foreign = join(tmpdir(), 'balcao-temporal');
  mkdirSync(foreign, { recursive: true });
  await sweepTempFiles();
  expect(existsSync(dirname(left))).toBe(false);
  expect(existsSync(used)).toBe(true);
  expect(existsSync(foreign)).toBe(true);
  expect(statSync(dirname(used)).mode & 0o777).toBe(0o700);
});

test('nobody else has temporary files, which nobody would remove', () => {
  const root = join(import.meta.dirname, '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const users = sources.filter((file) => /\b(tmpdir|mkdtemp)/.test(readFileSync(join(root, file), 'utf8')));
  // Where the built-in database is may be a folder there, which stays.
  expect(users.sort()).toEqual(['platform/db/embedded-binaries.ts', 'platform/temp-files.ts']);
});
