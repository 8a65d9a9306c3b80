import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { importable } from '../../../test/bundle.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.ts';
import { socketDir } from './embedded-cluster.ts';

let dataDir: string;
let database: EmbeddedDatabase | null = null;
const children: ChildProcess[] = [];

beforeAll(async () => {
  // What addresses and settings write differently.
  dataDir = mkdtempSync(join(tmpdir(), 'embedded, "100%" é-'));
  chmodSync(dataDir, 0o755);
  // A set-up killed half way leaves such a directory.
  mkdirSync(join(dataDir, 'postgres', 'half-0'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', 'half-0', 'PG_VERSION'), '18');
  const first = await startEmbeddedDatabase({ dataDir });
  await first.stop();
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await database?.stop();
  database = null;
});

afterAll(() => rmSync(dataDir, { recursive: true }));

test('the remains of a set-up that was killed are gone', () => {
  expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['cluster']);
});

test('a database that is set up already is only started', async () => {
  const setUpAt = () => statSync(join(dataDir, 'postgres/cluster/PG_VERSION')).mtimeMs;
  const before = setUpAt();
  database = await startEmbeddedDatabase({ dataDir });
  expect(setUpAt()).toBe(before);
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('the server role owns its database and cannot look past row-level security', async () => {
  database = await startEmbeddedDatabase({ dataDir });
  const [role] = await ask(
    database.url,
    'select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
  );
  expect(role).toEqual({ rolname: 'balcao', rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false });
  const [search] = await ask(
    database.url,
    `select pg_has_role('balcao_search', 'usage') as inherits, pg_has_role('balcao_search', 'set') as may_hand_over`,
  );
  expect(search).toEqual({ inherits: false, may_hand_over: true });
  const [owner] = await ask(database.url, 'select pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()');
  expect(owner).toEqual({ owner: 'balcao' });
  await ask(
    database.url,
    'create extension pg_trgm; create function find() returns int language sql security definer as $$ select 1 $$; alter function find() owner to balcao_search; drop function find(); drop extension pg_trgm',
  );
});

test('it is reached by a socket in its own directory, or by TCP where the path is longer than that of a socket may be', async () => {
  const home = (bytes: number) => `/é/${'h'.repeat(bytes - '/é/'.length - 1 - '/.s.PGSQL.65535'.length)}`;
  expect([socketDir(home(103)), socketDir(home(104))]).toEqual([home(103), null]);
  database = await startEmbeddedDatabase({ dataDir });
  expect(reachedBy(database.url)).toBe(join(dataDir, 'postgres'));
  expect(await ask(database.url, 'select inet_server_addr() as address')).toEqual([{ address: null }]);
  await database.stop();
  const far = join(dataDir, 'far'.repeat(30));
  database = await startEmbeddedDatabase({ dataDir: far });
  expect(reachedBy(database.url)).toBe('127.0.0.1');
  expect(await ask(database.url, 'select host(inet_server_addr()) as address')).toEqual([{ address: '127.0.0.1' }]);
});

test('it is reached by TCP where no socket can be made', async () => {
  const { port } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { port: number };
  const inTheWay = join(dataDir, 'postgres', `.s.PGSQL.${port}`);
  mkdirSync(inTheWay);
  database = await startEmbeddedDatabase({ dataDir });
  rmSync(inTheWay, { recursive: true });
  expect(new URL(database.url).host).toBe(`127.0.0.1:${port}`);
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a server that has no socket, as one of an earlier version, is joined by TCP', async () => {
  const first = await startEmbeddedDatabase({ dataDir });
  const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(join(dataDir, 'postgres\n'), '\n'));
  database = await startEmbeddedDatabase({ dataDir });
  expect(reachedBy(database.url)).toBe('127.0.0.1');
  await first.stop();
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a reset leaves an empty database with the same roles', async () => {
  database = await startEmbeddedDatabase({ dataDir });
  await ask(database.url, 'create table left_over (n int)');
  await database.reset();
  expect(
    await ask(
      database.url,
      `select to_regclass('left_over') as left_over, has_schema_privilege('balcao_search', 'public', 'create') as may_create`,
    ),
  ).toEqual([{ left_over: null, may_create: true }]);
});

test('accented letters survive lower-casing and trigrams', async () => {
  database = await startEmbeddedDatabase({ dataDir });
  expect(await ask(database.url, `select lower('AÇÃO') as lower, 'É' ~* 'é' as alike`)).toEqual([{ lower: 'ação', alike: true }]);
});

test('passwords are readable by their owner only, and a wrong one is refused', async () => {
  database = await startEmbeddedDatabase({ dataDir });
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  await expect(ask(database.url.replace(/balcao:[^@]+@/, 'balcao:wrong@'), 'select 1')).rejects.toThrow('password authentication failed');
});

test('a process killed with -9 leaves a server which the next one takes over and stops', async () => {
  const child = await startInChild();
  const before = serverPid();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isRunning(before)).toBe(true);
  database = await startEmbeddedDatabase({ dataDir });
  expect(serverPid()).toBe(before);
  await database.stop();
  expect(isRunning(before)).toBe(false);
});

test('a process that ends without stopping takes the server with it', async () => {
  const child = await startInChild();
  const pid = serverPid();
  child.stdin?.end();
  await once(child, 'exit');
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 5000);
});

test('two processes share one server until the last one leaves', async () => {
  const child = await startInChild();
  const pid = serverPid();
  const mine = await startEmbeddedDatabase({ dataDir });
  await mine.stop();
  expect(isRunning(pid)).toBe(true);
  database = await startEmbeddedDatabase({ dataDir });
  child.stdin?.end();
  await once(child, 'exit');
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('starts at the same moment end in one server', async () => {
  const all = await Promise.all([1, 2, 3].map(() => startEmbeddedDatabase({ dataDir })));
  expect(new Set(all.map((each) => each.url)).size).toBe(1);
  for (const each of all) await each.stop();
  expect(existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
});

test.each([
  ['a dead process', () => 2 ** 22 - 7],
  ['a process that got the number later', () => stranger()],
])('a postmaster.pid of %s does not hinder the start on the same port', async (_, pid) => {
  const { port } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { port: number };
  const home = join(dataDir, 'postgres');
  const owner = pid();
  writeFileSync(
    join(home, 'cluster', 'postmaster.pid'),
    `${owner}\n${dataDir}/postgres/cluster\n1700000000\n${port}\n\n127.0.0.1\n   1234567    0\nready   \n`,
  );
  writeFileSync(join(home, `.s.PGSQL.${port}`), '');
  writeFileSync(join(home, `.s.PGSQL.${port}.lock`), `${owner}\n${dataDir}/postgres/cluster\n1700000000\n${port}\n${home}\n`);
  database = await startEmbeddedDatabase({ dataDir });
  expect(new URL(database.url).port).toBe(String(port));
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a busy port is replaced by another', async () => {
  const port = (JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { port: number }).port;
  const squatter = createServer().listen(port, '127.0.0.1');
  await once(squatter, 'listening');
  database = await startEmbeddedDatabase({ dataDir });
  expect(new URL(database.url).port).not.toBe(String(port));
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  squatter.close();
});

test('a server that dies is started again on the same port', async () => {
  database = await startEmbeddedDatabase({ dataDir });
  const { url } = database;
  const before = serverPid();
  process.kill(before, 'SIGKILL');
  await vi.waitFor(async () => expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]), 15_000);
  expect(serverPid()).not.toBe(before);
});

test('a server that dies is started again until that succeeds, on the same port, and what happens is told', async () => {
  const told: string[] = [];
  const untilTold = (text: string) => vi.waitFor(() => expect(told.at(-1)).toContain(text), { timeout: 30_000 });
  database = await startEmbeddedDatabase({ dataDir, log: (message) => told.push(message) });
  const { url } = database;
  const settings = join(dataDir, 'postgres', 'cluster', 'postgresql.auto.conf');
  const before = readFileSync(settings, 'utf8');
  writeFileSync(settings, 'nonsense');
  process.kill(serverPid(), 'SIGKILL');
  await untilTold('does not start again');
  expect(told[0]).toContain('stopped by itself');
  const squatter = createServer().listen(Number(new URL(url).port), '127.0.0.1');
  await once(squatter, 'listening');
  writeFileSync(settings, before);
  await untilTold('could not bind');
  squatter.close();
  await vi.waitFor(async () => expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]), { timeout: 30_000 });
  await untilTold('runs again');
});

test('a server that was taken over is started again too', async () => {
  const child = await startInChild();
  child.kill('SIGKILL');
  await once(child, 'exit');
  database = await startEmbeddedDatabase({ dataDir });
  const { url } = database;
  const before = serverPid();
  process.kill(before, 'SIGKILL');
  await vi.waitFor(() => expect(isRunning(before)).toBe(false), 5_000);
  await vi.waitFor(async () => expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]), 15_000);
  expect(serverPid()).not.toBe(before);
});

test('the log of a running server does not grow without end', async () => {
  database = await startEmbeddedDatabase({ dataDir });
  const log = join(dataDir, 'postgres.log');
  writeFileSync(log, 'x'.repeat(11_000_000), { flag: 'a' });
  await vi.waitFor(() => expect(statSync(log).size).toBeLessThan(1_000_000), 10_000);
  expect(statSync(`${log}.1`).size).toBeGreaterThan(10_000_000);
  await expect(ask(database.url, 'select nonsense')).rejects.toThrow('nonsense');
  await vi.waitFor(() => expect(readFileSync(log, 'utf8')).toContain('nonsense'), 5_000);
  expect(statSync(log).size).toBeLessThan(1_000_000);
});

test('a slow statement is logged without its values, and all are counted', async () => {
  database = await startEmbeddedDatabase({ dataDir });
  const log = join(dataDir, 'postgres.log');
  const client = new pg.Client({ connectionString: database.url, application_name: 'slow-one' });
  await client.connect();
  await client.query(`select pg_sleep($1), $2::text as said`, [0.6, 'segredo do cliente']);
  await client.end();
  await vi.waitFor(() => expect(readFileSync(log, 'utf8')).toMatch(/slow-one LOG: {2}duration: .*pg_sleep\(\$1\)/), 5_000);
  expect(readFileSync(log, 'utf8')).not.toContain('segredo do cliente');
  const counted = await ask(database.superUrl, `select calls::int from pg_stat_statements where query like 'select pg_sleep($1)%'`);
  expect(counted).toEqual([{ calls: 1 }]);
});

test('a database that is gone is not replaced by an empty one', async () => {
  const other = mkdtempSync(join(tmpdir(), 'embedded-'));
  const state = { ...(JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as object), home: join(other, 'postgres') };
  writeFileSync(join(other, 'postgres.json'), JSON.stringify(state));
  await expect(startEmbeddedDatabase({ dataDir: other })).rejects.toThrow('holds no cluster');
  rmSync(other, { recursive: true });
});

test('data without its passwords is left alone and said so', async () => {
  const other = mkdtempSync(join(tmpdir(), 'embedded-'));
  mkdirSync(join(other, 'postgres', 'cluster'), { recursive: true });
  await expect(startEmbeddedDatabase({ dataDir: other })).rejects.toThrow('holds a database but not postgres.json');
  rmSync(other, { recursive: true });
});

test.runIf(process.getuid?.() === 0)('root with a directory nobody else may enter keeps the data elsewhere', async () => {
  const closed = mkdtempSync(join(tmpdir(), 'closed-'));
  const start = () => startEmbeddedDatabase({ dataDir: join(closed, 'data') });
  database = await start();
  await ask(database.url, 'create table kept (n int)');
  await database.stop();
  database = await start();
  expect(await ask(database.url, 'select * from kept')).toEqual([]);
  await database.stop();
  const { home } = JSON.parse(readFileSync(join(closed, 'data', 'postgres.json'), 'utf8')) as { home: string };
  expect(home.startsWith(closed)).toBe(false);
  for (const dir of [home, closed]) rmSync(dir, { recursive: true });
});

function reachedBy(url: string): string {
  return decodeURIComponent(new URL(url).hostname);
}

/** A process that uses the database until its input closes, and then just ends. */
async function startInChild(): Promise<ChildProcess> {
  const module = importable('src/platform/db/embedded.ts');
  const script = `const { startEmbeddedDatabase } = await import(${JSON.stringify(module)}); await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)} }); console.log('up'); process.stdin.resume().on('end', () => process.exit());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

/** A sleeping process under the user who runs the database, for PostgreSQL ignores those of other users. */
function stranger(): number {
  const { uid, gid } = statSync(join(dataDir, 'postgres', 'cluster'));
  const child = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
  children.push(child);
  return child.pid ?? 0;
}

function serverPid(): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'), 10);
}

function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
