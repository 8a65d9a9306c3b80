/** What is kept under DATA_DIR: the state file, and the cluster with its superuser. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { replaceFile } from '../write-whole.ts';
import { giveTo, type Runner, reachableDir, runnerFor } from './embedded-binaries.ts';

type State = { id: string; superPassword: string; password: string; port: number; home: string; provisioned: boolean };
export type Place = { state: State; stateFile: string; cluster: string; logFile: string; runner: Runner | null };

/** Finds or creates the files of the database. Throws a sentence when its data or its passwords are missing. */
export function preparePlace(dataDir: string): Place {
  const stateFile = join(dataDir, 'postgres.json');
  let state: State;
  if (existsSync(stateFile)) {
    state = JSON.parse(readFileSync(stateFile, 'utf8')) as State;
    // The directory may have been moved or mounted elsewhere, and the cluster inside it with it.
    if (existsSync(join(dataDir, 'postgres', 'cluster'))) state.home = join(dataDir, 'postgres');
  } else {
    if (existsSync(join(dataDir, 'postgres', 'cluster'))) {
      throw new Error(
        `${dataDir} holds a database but not postgres.json, the file with its passwords. Put it back, or move ${dataDir} away to start afresh.`,
      );
    }
    const secret = () => randomBytes(24).toString('base64url');
    state = {
      id: secret().slice(0, 12),
      superPassword: secret(),
      password: secret(),
      port: 0,
      home: join(dataDir, 'postgres'),
      provisioned: false,
    };
  }
  if (state.provisioned && !existsSync(join(state.home, 'cluster'))) {
    throw new Error(
      `The database of ${dataDir} is missing: ${state.home} holds no cluster. Put it back, or remove ${stateFile} to start with an empty one.`,
    );
  }
  const runner = runnerFor(join(state.home, 'cluster'));
  state.home = reachableDir(state.home, state.id, runner);
  mkdirSync(state.home, { recursive: true, mode: 0o700 });
  giveTo(runner, state.home, 'itself');
  const place = { state, stateFile, cluster: join(state.home, 'cluster'), logFile: join(dataDir, 'postgres.log'), runner };
  saveState(place);
  return place;
}

/** Writes the state file, as a whole or not at all. */
export function saveState({ state, stateFile }: Place): void {
  replaceFile(stateFile, `${JSON.stringify(state, null, 2)}\n`, 0o600, (next) => {
    // When root runs this for a user's installation, the file must stay the user's.
    if (process.getuid?.() === 0 && existsSync(stateFile)) chownSync(next, statSync(stateFile).uid, statSync(stateFile).gid);
  });
}

/** Creates an empty cluster. Removes one that a killed process left unfinished. */
export async function initialise(place: Place, native: string, log: (message: string) => void): Promise<void> {
  log('Setting up the built-in database; this happens once.');
  for (const entry of readdirSync(place.state.home)) {
    if (entry.startsWith('half-')) rmSync(join(place.state.home, entry), { recursive: true, force: true });
  }
  const half = join(place.state.home, `half-${randomBytes(4).toString('hex')}`);
  const passwordFile = `${half}.password`;
  writeFileSync(passwordFile, place.state.superPassword, { mode: 0o600 });
  giveTo(place.runner, passwordFile, 'itself');
  try {
    await run(
      join(native, 'bin', 'initdb'),
      [
        '-D',
        half,
        '-U',
        'postgres',
        '-E',
        'UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C.UTF-8',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
      ],
      place,
    );
    renameSync(half, place.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(half, { recursive: true, force: true });
  }
  place.state.provisioned = false;
  saveState(place);
}

/** Creates roles and database. Each step may be repeated, since the process may die between any two. */
export async function provision(place: Place): Promise<void> {
  const { password } = place.state;
  await asSuperuser(place, 'postgres', async (client) => {
    const roles = (
      await client.query<{ rolname: string }>(`select rolname from pg_roles where rolname in ('balcao', 'balcao_search')`)
    ).rows.map((row) => row.rolname);
    if (!roles.includes('balcao')) await client.query('create role balcao');
    if (!roles.includes('balcao_search')) await client.query('create role balcao_search');
    await client.query(`alter role balcao login nosuperuser nobypassrls nocreatedb nocreaterole password '${password}'`);
    await client.query('alter role balcao_search nologin nosuperuser nobypassrls nocreatedb nocreaterole');
    // A policy for a role also applies to roles that inherit it. The server may only make this role the owner of functions.
    await client.query('grant balcao_search to balcao with inherit false, set true');
    const { rowCount } = await client.query(`select from pg_database where datname = 'balcao'`);
    if (!rowCount) await client.query('create database balcao owner balcao');
    // It counts the statements of all databases, so it is kept out of ours.
    const { rows } = await client.query(`select from pg_available_extensions where name = 'pg_stat_statements'`);
    if (rows.length > 0) await client.query('create extension if not exists pg_stat_statements');
  });
  await asSuperuser(place, 'balcao', (client) => client.query('grant usage, create on schema public to balcao_search'));
  place.state.provisioned = true;
  saveState(place);
}

/**
 * Where a server is to have its socket, which costs both sides of a statement a quarter less than 127.0.0.1, where it listens as well. Null where
 * the path would be longer than a socket's may be (macOS: 103 bytes), or there is no such thing.
 */
export function socketDir(home: string): string | null {
  const longest = join(home, socketName(65_535));
  return process.platform === 'win32' || Buffer.byteLength(longest) > 103 ? null : home;
}

/** By which way the running server is reached: by its socket, unless it has none. */
export function hostOf(place: Place): string {
  return readPidFile(place)?.socketDir || '127.0.0.1';
}

/** postmaster.pid by line: 1 process id, 4 port, 5 directory of the socket, 8 status (PostgreSQL source, miscadmin.h). */
export function readPidFile(place: Place): { pid: number; port: number; socketDir: string; ready: boolean } | null {
  try {
    const lines = readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
  } catch {
    return null;
  }
}

/** Removes those of a server that is gone: the next one refuses to start where they name a process that lives. */
export function removeSockets({ state }: Place): void {
  for (const entry of readdirSync(state.home)) {
    if (entry.startsWith(socketName(''))) rmSync(join(state.home, entry), { force: true });
  }
}

/** As PostgreSQL calls it. */
function socketName(port: number | ''): string {
  return `.s.PGSQL.${port}`;
}

/** Opens a connection as the superuser for the duration of `use`. */
export async function asSuperuser<T>(place: Place, database: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    host: hostOf(place),
    port: place.state.port,
    user: 'postgres',
    password: place.state.superPassword,
    database,
    connectionTimeoutMillis: 5000,
    // A slow one here would bring its password into the log.
    options: '-c log_min_duration_statement=-1',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function run(command: string, args: string[], place: Place): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      ...place.runner,
      cwd: place.state.home,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
    child.once('error', fail);
    child.once('close', (code) => (code === 0 ? done() : fail(new Error(`${command} failed (${code}): ${said.trim().slice(-1000)}`))));
  });
}
