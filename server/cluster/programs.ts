// PgBouncer, Redis and HAProxy as the machine has them, each in a process of its own with the configuration beside this file.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { until } from '../test/client.ts';

export type Program = {
  /** `SIGSTOP` freezes it, `SIGCONT` lets it go on; others end it, and it is waited for. */
  kill(signal: NodeJS.Signals): Promise<void>;
};

/** Debian's nobody: PgBouncer refuses to run as root. */
const nobody = { uid: 65534, gid: 65534 };

/** Starts Redis without anything kept on disk. */
export function startRedis(port: number): Promise<Program> {
  return start('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], port);
}

/** Starts PgBouncer before the database of `url`; answers the address to use instead. */
export async function startPgBouncer(url: string, port: number, folder: string): Promise<{ program: Program; url: string }> {
  const { port: databasePort, username, password } = new URL(url);
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o600 });
  const given: Record<string, string> = {
    DATABASE_HOST: '127.0.0.1',
    DATABASE_PORT: databasePort,
    PGBOUNCER_PORT: String(port),
    PGBOUNCER_USERS: users,
  };
  const template = readFileSync(join(import.meta.dirname, 'pgbouncer.ini'), 'utf8');
  const preparing = knowsPrepared() ? (text: string) => text.replace('; max_prepared', 'max_prepared') : (text: string) => text;
  writeFileSync(settings, preparing(template.replaceAll(/\b(DATABASE|PGBOUNCER)_(HOST|PORT|USERS)\b/g, (name) => given[name] ?? name)));
  const root = process.getuid?.() === 0;
  if (root) {
    chmodSync(folder, 0o755);
    for (const file of [users, settings]) chownSync(file, nobody.uid, nobody.gid);
  }
  const program = await start('pgbouncer', [settings], port, root ? nobody : {});
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return { program, url: through.href };
}

/** Does this PgBouncer follow prepared statements from connection to connection? From 1.21 on. */
export function knowsPrepared(): boolean {
  const [, major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' })) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

/** Starts HAProxy on `port` before two servers. */
export function startHaproxy(port: number, web: [number, number]): Promise<Program> {
  const env = {
    BALCAO_BIND: `127.0.0.1:${port}`,
    BALCAO_WEB1: `127.0.0.1:${web[0]}`,
    BALCAO_WEB2: `127.0.0.1:${web[1]}`,
    // So that each person of the tests may sign in from an address of their own.
    BALCAO_KEEP_ADDRESSES: '1',
  };
  return start('haproxy', ['-db', '-f', join(import.meta.dirname, 'haproxy.cfg')], port, { env });
}

async function start(
  name: string,
  args: string[],
  port: number,
  options: { uid?: number; gid?: number; env?: object } = {},
): Promise<Program> {
  const env = { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin`, ...options.env };
  const child = spawn(name, args, { ...options, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output = `${output}${chunk}`.slice(-4_000)));
  const ended = once(child, 'exit');
  // A test run that is broken off takes them with it.
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  await until(() => {
    if (!runs(child)) throw new Error(`${name} ended: ${output}`);
    return answers(port);
  }, 10_000);
  return {
    async kill(signal) {
      if (runs(child)) child.kill(signal);
      if (signal === 'SIGSTOP' || signal === 'SIGCONT') return;
      await ended;
      process.off('exit', endWithUs);
    },
  };
}

function runs(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function answers(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
