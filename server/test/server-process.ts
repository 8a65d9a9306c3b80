// The real server in a process of its own, for tests that kill it or take its database away.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { program } from './bundle.ts';
import { until } from './client.ts';

export type ServerProcess = {
  url: string;
  /** Resolves with the signal or code once it has ended. */
  ended: Promise<string>;
  output(): string;
  alive(): boolean;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** From now on it dies at this point. It must have been started with `FAULT_POINT=later`. */
  dieAt(point: string): Promise<void>;
};

/** What a server is told that serves on a port of its own; started with it again, it is at the same address. */
export async function serverEnv(
  database: { url: string },
  dataDir: string,
  more: Record<string, string> = {},
): Promise<Record<string, string>> {
  const port = await freePort();
  return {
    ADMIN_EMAIL: 'operadora@balcao.local',
    ADMIN_PASSWORD: 'senha-da-operadora',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ...more,
  };
}

/** Starts the server and waits until it is ready. `env`: see `serverEnv`. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const server = spawnServer(env);
  await until(async () => {
    if (!server.alive()) throw new Error(`the server ended: ${server.output()}`);
    return (await fetch(`${server.url}/readyz`).catch(() => null))?.ok;
  }, 60_000);
  return server;
}

/** Starts the server and waits for nothing: without the role `web` it answers nobody. */
export function spawnServer(env: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, program('test/whole-server.ts'), {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      WEAK_PASSWORDS: '1',
      LOG_LEVEL: 'error',
      WHATSAPP_WEB_URL: 'ws://127.0.0.1:9',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(env.FAULT_POINT === 'later' ? ['ipc' as const] : [])],
    cwd: join(import.meta.dirname, '..'),
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code));
  const url = `http://127.0.0.1:${env.PORT}`;
  return {
    url,
    ended,
    output: () => output,
    alive: () => isAlive(child),
    kill: (signal = 'SIGTERM') => end(child, ended, signal),
    async dieAt(point) {
      const armed = once(child, 'message');
      child.send(point);
      expect(await armed).toEqual([point, undefined]);
    },
  };
}

function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function end(child: ChildProcess, ended: Promise<string>, signal: NodeJS.Signals): Promise<void> {
  if (isAlive(child)) child.kill(signal);
  await ended;
}

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
