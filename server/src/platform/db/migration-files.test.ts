import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readMigrations, statementsOf } from './migration-files.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'migrations-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('two files with one number are refused', () => {
  write('0001_first.sql', '');
  write('0001_other.sql', '');
  expect(() => readMigrations(dir)).toThrow('0001_first.sql and 0001_other.sql have the same number');
});

test.each([
  ['create index concurrently if not exists a on steps (n);', '0001_first.sql:1 says concurrently, so the first line'],
  ['-- outside a transaction\ncreate index concurrently a on steps (n);', '0001_first.sql:2 cannot be repeated'],
  ['-- outside a transaction\nselect 1;\ndrop index concurrently a;', '0001_first.sql:3 cannot be repeated'],
])('%s is refused', (sql, why) => {
  write('0001_first.sql', sql);
  expect(() => readMigrations(dir)).toThrow(why);
});

test('a file is taken apart at the semicolons that end its statements', () => {
  const sql = `-- one; two
select ';', 'it''s;', "odd;name"; /* three; */

do $body$ begin perform 1; end $body$;
-- the end;
`;
  expect(statementsOf(sql)).toEqual([
    { text: `select ';', 'it''s;', "odd;name"`, line: 2 },
    { text: 'do $body$ begin perform 1; end $body$', line: 4 },
  ]);
});

function write(name: string, sql: string): void {
  writeFileSync(join(dir, name), sql);
}
