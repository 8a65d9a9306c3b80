// The measured server: the bundle, in a separate process, as in production.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { appSecret, benchDir } from './database.ts';

const root = join(import.meta.dirname, '../..');

export type ServerProcess = {
  /** Of the server itself, or of what started it. */
  pid: number;
  url: string;
  /** Milliseconds from spawning to the first good /readyz. */
  readyAfterMs: number;
  residentMb(): Promise<number>;
  /** What it holds after a full collection, buffers included. Of a server by `startServer`; stops that one for about a tenth of a second. */
  heldMb(): Promise<number>;
  stop(): Promise<void>;
};

/** Writes server/dist/main.js. */
export const bundleServer = () => run('scripts/bundle-server.mjs');

/** Builds server and web app, as far as they are outdated. */
export const buildProduct = () => run('scripts/build.mjs');

async function run(script: string): Promise<void> {
  const child = spawn(process.execPath, [script], { cwd: root, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${script} failed`);
}

/** Starts the bundle on the seeded database. */
export function startServer(databaseUrl: string, more: Record<string, string> = {}): Promise<ServerProcess> {
  const env = { DATABASE_URL: databaseUrl, APP_SECRET: appSecret, DATA_DIR: join(benchDir, 'data'), ...more };
  const asProduct = ['--enable-source-maps', '--max-semi-space-size=32'];
  const collecting = ['--expose-gc', '--import', './server/bench/collect-on-signal.js'];
  return start(process.execPath, [...asProduct, ...collecting, 'server/dist/main.js'], env);
}

/** `npm start` with its own database, as in a new installation. */
export function npmStart(): Promise<ServerProcess> {
  return start('npm', ['start'], { DATA_DIR: join(benchDir, 'start') });
}

async function start(command: string, args: string[], env: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort();
  const output = openSync(join(benchDir, 'server.log'), 'w');
  const started = performance.now();
  // A process group, so that a stop also reaches the server below npm.
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
  });
  closeSync(output);
  const kill = () => signal(child, 'SIGKILL');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${port}`;
  try {
    await becomeReady(child, url, started + 120_000);
  } catch (error) {
    kill();
    throw error;
  }
  const megabytes = async (...names: string[]) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const bytes = names.map((name) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]));
    return bytes.reduce((sum, one) => sum + one, 0) / 1_048_576;
  };
  return {
    pid: child.pid ?? 0,
    url,
    readyAfterMs: performance.now() - started,
    residentMb: () => megabytes('process_resident_memory_bytes'),
    heldMb: async () => {
      child.kill('SIGUSR2');
      // A server at work hears of it later than of a request.
      await delay(1_000);
      return megabytes('nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes');
    },
    async stop() {
      process.off('exit', kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      signal(child, 'SIGTERM');
      const impatience = setTimeout(kill, 20_000);
      await gone;
      clearTimeout(impatience);
    },
  };
}

async function becomeReady(child: ChildProcess, url: string, until: number): Promise<void> {
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}; see ${join(benchDir, 'server.log')}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await delay(20);
  }
  throw new Error('the server did not become ready');
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, name);
  } catch {
    // It has already ended.
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}
