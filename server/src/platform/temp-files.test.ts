import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
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
