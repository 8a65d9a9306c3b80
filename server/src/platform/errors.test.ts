import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseAway } from './errors.ts';

test('a socket that is gone, or where too many wait, is an outage of the database; a file that is gone is not', async () => {
  const error = await new pg.Client({ host: join(tmpdir(), 'nowhere'), port: 5432 }).connect().catch((error: unknown) => error);
  expect(error).toMatchObject({ code: 'ENOENT' });
  const of = (syscall: string, code: string) => Object.assign(new Error(code), { syscall, code });
  expect([error, of('connect', 'EAGAIN'), of('open', 'ENOENT'), of('read', 'EAGAIN')].map(isDatabaseAway)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  ['connect', 'EACCES'],
  ['connect', 'EHOSTUNREACH'],
  ['connect', 'ENETUNREACH'],
  ['getaddrinfo', 'EAI_AGAIN'],
])('a database that is not reached by %s, since %s, is away', (syscall, code) => {
  expect(isDatabaseAway(Object.assign(new Error(code), { syscall, code }))).toBe(true);
});
