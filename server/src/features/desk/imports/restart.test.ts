// The power fails in the middle of an import; whoever starts next finishes it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, signIn, until } from '../../../../test/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { givenCompany, password } from '../../../../test/people.ts';
import { type ServerProcess, serverEnv, startServer } from '../../../../test/server-process.ts';

let database: TestDatabase;
let dataDir: string;
let env: Record<string, string>;
let server: ServerProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'balcao-restart-'));
  env = await serverEnv(database, dataDir);
});
afterAll(async () => {
  await server.kill('SIGKILL');
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const size = 900;
const isBad = (i: number) => i % 90 === 89;

test('killed in the middle, an import is finished after the restart: no row twice, none lost', { timeout: 120_000 }, async () => {
  server = await startServer({ ...env, FAULT_POINT: 'import.after-lot:4' });
  const { user } = await givenCompany(server.url, 'Construtora Pedra Branca');
  const rows = Array.from({ length: size }, (_, i) => [`Cliente ${i}`, isBad(i) ? '12' : 5547900000000 + i]);
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Nome', 'Número'], ...rows]));
  const file = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(file)]), 'clientes.xlsx');
  const before = await signIn(server.url, user.email, password);
  const { import: begun } = await before.call('POST /contacts/upload', { body });
  expect(await server.ended).toBe('SIGKILL');

  server = await startServer(env);
  const admin = await signIn(server.url, user.email, password);
  const params = { importId: begun?.id ?? 0 };
  const half = await admin.call('GET /v1/imports/:importId', { params });
  expect(half.processed).toBeGreaterThanOrEqual(400);
  const end = await until(async () => {
    const found = await admin.call('GET /v1/imports/:importId', { params });
    return found.finishedAt !== null && found;
  }, 90_000);
  expect(end).toMatchObject({ status: 'done', processed: size, created: 890, invalid: 10, duplicates: 0 });
  expect((await admin.call('GET /contacts')).count).toBe(890);
  const errors = await (await call(server.url, `GET /v1/imports/${end.id}/errors.csv`, { token: admin.token })).text();
  const told = errors.trim().split('\r\n').slice(1);
  expect(told.map((line) => Number(line.split(';')[0]))).toEqual(rows.flatMap((_, i) => (isBad(i) ? [i + 2] : [])));
});
