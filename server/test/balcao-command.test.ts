// The command line of the operator, in processes of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from './bundle.ts';
import { signIn } from './client.ts';
import { createEmptyDatabase, type TestDatabase } from './database.ts';
import { type Furnished, furnish } from './furnished.ts';
import { newIp, password } from './people.ts';
import { createWorld, type World } from './world.ts';

const secret = 'a secret of thirty-two characters or more';
let world: World;
let ours: Furnished;
let folder: string;
beforeAll(async () => {
  world = await createWorld({ roles: ['web'] });
  ours = await furnish(world, 'Jabuticaba', '5511987650001');
  folder = await mkdtemp(join(tmpdir(), 'balcao-command-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

type Ended = { code: number | null; signal: string | null; said: string };

/** Runs a command on the installation of the world, or on another one. */
async function balcao(args: string[], more: Record<string, string> = {}): Promise<Ended> {
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'test',
    DATA_DIR: world.dataDir,
    DATABASE_URL: world.database.url,
    APP_SECRET: secret,
    ...more,
  };
  const child = spawn(process.execPath, [...program('src/cli/balcao.ts'), ...args], { env, cwd: join(import.meta.dirname, '..') });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += piece));
  const [code, signal] = await once(child, 'close');
  return { code, signal, said };
}

const at = (database: TestDatabase, dataDir: string, more: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  ...more,
});

test('says what it can do, and what is wrong with what it was told', async () => {
  expect(await balcao(['--help'])).toMatchObject({ code: 0, said: expect.stringMatching(/create-super[\s\S]*backup[\s\S]*restore/) });
  expect(await balcao(['bakcup'])).toMatchObject({ code: 2, said: expect.stringContaining('There is no command bakcup.') });
  expect(await balcao(['reset-password', '--email', 'ana'])).toMatchObject({ code: 1, said: '--email is an e-mail address\n' });
});

test('adds operators, sets passwords and switches companies off, beside the running server', async () => {
  const email = 'segunda@balcao.example';
  const made = await balcao(['create-super', '--email', email]);
  const word = /password is (\S+)/.exec(made.said)?.[1] ?? '';
  expect((await signIn(world.url, email, word, newIp())).user).toMatchObject({ super: true, profile: 'admin' });
  expect(await balcao(['create-super', '--email', email])).toMatchObject({ code: 1, said: 'ERR_EMAIL_ALREADY_EXISTS\n' });

  const agent = ours.agent.user.email;
  expect(await balcao(['reset-password', '--email', agent, '--password', 'outra-senha'])).toMatchObject({ code: 0 });
  await expect(signIn(world.url, agent, password, newIp())).rejects.toMatchObject({ error: 'ERR_INVALID_CREDENTIALS' });
  await signIn(world.url, agent, 'outra-senha', newIp());

  const company = ['disable-company', '--company', String(ours.companyId)];
  expect(await balcao(company)).toMatchObject({ code: 0, said: expect.stringContaining('Jabuticaba Comércio is switched off') });
  await expect(signIn(world.url, agent, 'outra-senha', newIp())).rejects.toMatchObject({ error: 'ERR_COMPANY_INACTIVE' });
  expect(await balcao([...company, '--enable'])).toMatchObject({ code: 0 });
  await signIn(world.url, agent, 'outra-senha', newIp());
});

/** All rows of all tables, as far as they are to be the same. */
async function contentOf(database: TestDatabase): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: database.superUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     and relname not in ('schema_migrations', 'job_workers', 'socket_attachments', 'daily_figures', 'late_changes') order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of rows)
    found[name] = (
      await client.query(`select count(*)::int as n, md5(string_agg(t::text, ',' order by t::text)) as hash from ${name} t`)
    ).rows[0];
  const { rows: keys } = await client.query(
    `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as def from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`,
  );
  const { rows: security } = await client.query(
    `select relname, relrowsecurity, relforcerowsecurity, (select count(*)::int from pg_trigger where tgrelid = c.oid and tgenabled <> 'O') as disabled
     from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const { rows: sequences } = await client.query(
    `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
  );
  await client.end();
  return { ...found, keys, security, sequences };
}

test('a backup is one file, from which an empty installation becomes the same, though it dies on the way', async () => {
  const { app } = world;
  const key = `${ours.companyId}/guardado.png`;
  await app.base.gateways.files.put(key, Buffer.from('a picture'), { mime: 'image/png' });
  const superuser = new pg.Client({ connectionString: world.database.superUrl });
  await superuser.connect();
  await superuser.query('update quick_messages set media_key = $1 where company_id = $2', [key, ours.companyId]);
  await superuser.end();

  const file = join(folder, 'tudo.balcao');
  expect(await balcao(['backup', file, '--with-secret'])).toMatchObject({
    code: 0,
    said: expect.stringMatching(/\d+ tables with \d+ rows, [1-9]\d* files/),
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await balcao(['check', file])).toMatchObject({ code: 0, said: expect.stringContaining('is whole') });
  const before = await contentOf(world.database);

  const [database, dataDir] = [await createEmptyDatabase(), join(folder, 'data')];
  // Without APP_SECRET: it comes out of the backup.
  const there = at(database, dataDir, { APP_SECRET: '' });
  for (const fault of ['restore:20', 'restored']) {
    expect(await balcao(['restore', file], { ...there, FAULT_POINT: fault })).toMatchObject({
      signal: 'SIGKILL',
      said: expect.stringContaining('is whole'),
    });
    expect(await contentOf(database)).toMatchObject({ companies: { n: 0 }, users: { n: 0 }, messages: { n: 0 } });
  }
  expect(await balcao(['restore', file], there)).toMatchObject({
    code: 0,
    said: expect.stringContaining('checksums of all tables are equal'),
  });
  expect(await contentOf(database)).toEqual(before);
  expect((await readFile(join(dataDir, 'secret'), 'utf8')).trim()).toBe(secret);
  const { diskStorage } = await import('../src/gateways/files/disk-storage.ts');
  const stored = await diskStorage(join(dataDir, 'media')).get(key);
  expect(Buffer.concat(await (stored?.stream.toArray() ?? [])).toString()).toBe('a picture');
  expect(await balcao(['restore', file], there)).toMatchObject({ code: 1, said: expect.stringContaining('This installation is in use') });

  const other = { ...there, APP_SECRET: 'another secret of thirty-two characters' };
  expect(await balcao(['restore', file], other)).toMatchObject({ code: 1, said: expect.stringContaining('made with another secret') });
  await database.drop();
});

test('half a backup, or a changed one, is refused before anything is touched', async () => {
  const file = join(folder, 'inteiro.balcao');
  await balcao(['backup', file]);
  const whole = await readFile(file);
  await truncate(file, whole.length - 100);
  expect(await balcao(['check', file])).toMatchObject({ code: 1, said: expect.stringContaining('is no backup, or only a part of one') });
});
