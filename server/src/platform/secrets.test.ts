import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { BadSecret, loadSecrets } from './secrets.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
});

test('a secret is made once, long, for its owner only', () => {
  const sealed = loadSecrets(null, dataDir).encrypt('um segredo');
  expect(readdirSync(dataDir)).toEqual(['secret']);
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toHaveLength(64);
  expect(loadSecrets(null, dataDir).decrypt(sealed)).toBe('um segredo');
});

test.each([
  ['empty', ''],
  ['empty', '\n'],
  ['too short', 'x'.repeat(31)],
])('a file that is %s is refused', (what, content) => {
  writeFileSync(join(dataDir, 'secret'), content);
  const load = () => loadSecrets(null, dataDir);
  expect(load).toThrow(BadSecret);
  expect(load).toThrow(`${join(dataDir, 'secret')} is ${what}`);
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(content);
});

test('where there is no room, no secret is left half written', () => {
  const module = join(import.meta.dirname, 'secrets.ts');
  const script = `(await import(${JSON.stringify(module)})).loadSecrets(null, ${JSON.stringify(dataDir)})`;
  // No process started by this shell can write a byte into a file.
  const start = () =>
    execFileSync('sh', ['-c', 'ulimit -f 0; exec "$0" --import tsx --input-type=module -e "$1"', process.execPath, script], {
      stdio: 'pipe',
    });
  expect(start).toThrow('EFBIG');
  expect(readdirSync(dataDir)).not.toContain('secret');
});
