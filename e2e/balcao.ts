// The server as people run it: built, in a process of its own, on a database of its own, beside a Graph API of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '../server/test/client.ts';
import { type FakeGraph, startFakeGraph } from '../server/test/fake-graph/server.ts';
import { freePort } from '../server/test/server-process.ts';

/** Of every server that is started here. */
export const operator = { email: 'operadora@balcao.example', password: 'senha-da-operadora' };

export type Balcao = {
  url: string;
  graph: FakeGraph;
  /** What it printed so far. */
  output(): string;
  /** Looks past row-level security. */
  sql(statement: string, values?: unknown[]): Promise<void>;
  /** Kills it without a word, as a power cut does. */
  kill(): Promise<void>;
  /** It says nothing any more, and closes nothing, until it is thawed. */
  freeze(): void;
  thaw(): void;
  /** Starts it again, at the same address, and waits until it answers. */
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Starts one and waits until it answers. `env` adds to what it is told. */
export async function startBalcao(env: Record<string, string> = {}): Promise<Balcao> {
  const superUrl = new URL(given('E2E_SUPER_URL'));
  const databaseUrl = new URL(given('E2E_DATABASE_URL'));
  // Named as the other tests name theirs, which clear away what a killed process left.
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`;
  await withDatabase(superUrl.href, async (client) => {
    await client.query(`create database ${name} template ${given('E2E_TEMPLATE')} owner balcao strategy file_copy`);
  });
  superUrl.pathname = databaseUrl.pathname = `/${name}`;
  const [dataDir, port, graph] = await Promise.all([mkdtemp(join(tmpdir(), 'balcao-e2e-')), freePort(), startFakeGraph()]);
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let output = '';
  const endWithUs = () => child?.kill('SIGKILL');
  process.once('exit', endWithUs);

  const start = async () => {
    const started = spawn(process.execPath, [join(given('E2E_APP'), 'server/dist/main.js')], {
      env: {
        PATH: process.env.PATH ?? '',
        // Answers are checked against the contract.
        NODE_ENV: 'test',
        WEAK_PASSWORDS: '1',
        LOG_LEVEL: 'error',
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl.href,
        GRAPH_API_URL: graph.url,
        WHATSAPP_WEB_URL: 'ws://127.0.0.1:9',
        // The bots and webhooks of the tests are on this machine.
        ALLOW_PRIVATE_URLS: 'true',
        ADMIN_EMAIL: operator.email,
        ADMIN_PASSWORD: operator.password,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        if (process.env.E2E_LOG) process.stderr.write(chunk);
      });
    }
    child = started;
    await until(async () => {
      if (started.exitCode !== null) throw new Error(`the server ended: ${output}`);
      return (await fetch(`${url}/readyz`).catch(() => null))?.ok;
    }, 100_000);
  };
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    ending.kill(signal);
    await once(ending, 'exit');
  };
  const close = async () => {
    await end('SIGKILL');
    process.off('exit', endWithUs);
    await graph.close();
    await withDatabase(given('E2E_SUPER_URL'), (client) => client.query(`drop database if exists ${name} with (force)`));
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url,
    graph,
    output: () => output,
    sql: async (statement, values = []) => void (await withDatabase(superUrl.href, (client) => client.query(statement, values))),
    kill: () => end('SIGKILL'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    start,
    close,
  };
}

async function withDatabase<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: the journeys run with playwright test`);
  return value;
}
