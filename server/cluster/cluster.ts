// Two processes of each role, as on machines of their own: they share the database, Redis, the bucket and the secret, and no folder.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startS3 } from '../test/bucket.ts';
import { until } from '../test/client.ts';
import { createTestDatabase } from '../test/database.ts';
import { coordinatesFor } from '../test/fake-whatsapp/environment.ts';
import type { Coordinates } from '../test/fake-whatsapp/trust.ts';
import { freePort, type ServerProcess, spawnServer } from '../test/server-process.ts';
import { knowsPrepared, startHaproxy, startPgBouncer, startRedis } from './programs.ts';

const roles = ['web', 'web', 'worker', 'worker', 'connections', 'connections'] as const;
/** Connections that only show that a process lives, by role: a process without them does not work yet. */
const heldBy = { web: 0, worker: 1, connections: 2 };

export type Cluster = {
  /** Where browsers and providers reach it: HAProxy. */
  url: string;
  /** The two `web` processes past HAProxy. */
  web: [string, string];
  /** Looks past row-level security and PgBouncer. */
  sql: pg.Pool;
  redis: { kill(signal: NodeJS.Signals): Promise<void>; start(): Promise<void> };
  /** Ends a process, named by its number, and answers with its code or signal: 0 and 1 are `web`, 2 and 3 `worker`, 4 and 5 `connections`. */
  stop(process: number, signal: NodeJS.Signals): Promise<string>;
  start(process: number): Promise<void>;
  close(): Promise<void>;
};

export async function startCluster(graphUrl: string, fake: Coordinates): Promise<Cluster> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return await start(graphUrl, fake, undo, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(graphUrl: string, fake: Coordinates, undo: (() => Promise<unknown>)[], close: () => Promise<void>): Promise<Cluster> {
  const database = await createTestDatabase();
  undo.push(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), 'balcao-cluster-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const [haproxyPort, redisPort, bouncerPort, ...ports] = (await freePorts(3 + roles.length)) as [number, number, number, ...number[]];
  const web = [ports[0] ?? 0, ports[1] ?? 0] as [number, number];
  const bucket = await startS3();
  undo.push(bucket.close);
  let redis = await startRedis(redisPort);
  undo.push(() => redis.kill('SIGKILL'));
  const bouncer = await startPgBouncer(database.url, bouncerPort, folder);
  undo.push(() => bouncer.program.kill('SIGKILL'));
  const haproxy = await startHaproxy(haproxyPort, web);
  undo.push(() => haproxy.kill('SIGKILL'));
  const sql = new pg.Pool({ connectionString: database.superUrl, max: 2 });
  undo.push(() => sql.end());
  const url = `http://127.0.0.1:${haproxyPort}`;
  const processes: ServerProcess[] = [];
  undo.push(() => Promise.all(processes.map((server) => server.kill('SIGKILL'))));

  const envOf = (process: number) => ({
    ADMIN_EMAIL: 'operadora@balcao.local',
    ADMIN_PASSWORD: 'senha-da-operadora',
    APP_SECRET: 'the secret that all processes share',
    PUBLIC_URL: url,
    PORT: String(ports[process]),
    ROLES: roles[process] ?? '',
    DATA_DIR: join(folder, String(process)),
    DATABASE_URL: bouncer.url,
    DATABASE_DIRECT_URL: database.url,
    DATABASE_PREPARED: String(knowsPrepared()),
    DATABASE_POOL: '6',
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    GRAPH_API_URL: graphUrl,
    LOG_LEVEL: 'warn',
    ...coordinatesFor(fake),
  });
  const held = () => processes.reduce((sum, server, process) => sum + (server.alive() ? heldBy[roles[process] ?? 'web'] : 0), 0);
  const works = async (process: number) => {
    const server = processes[process];
    if (!server?.alive()) throw new Error(`process ${process} ended: ${server?.output()}`);
    if (roles[process] === 'web') return (await fetch(`${server.url}/readyz`).catch(() => null))?.ok;
    const { rows } = await sql.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'balcao-held'`,
    );
    return rows[0]?.n === held();
  };
  const launch = async (process: number) => {
    await mkdir(join(folder, String(process)), { recursive: true });
    processes[process] = spawnServer(envOf(process));
  };
  // The first migrates and makes the first company; the others find both.
  await launch(0);
  await until(() => works(0), 60_000);
  for (let process = 1; process < roles.length; process++) await launch(process);
  for (let process = 1; process < roles.length; process++) await until(() => works(process), 60_000);
  // The proxy asks only now and then.
  await until(async () => (await fetch(`${url}/readyz`)).ok, 60_000);

  return {
    url,
    web: [`http://127.0.0.1:${web[0]}`, `http://127.0.0.1:${web[1]}`],
    sql,
    redis: {
      kill: (signal) => redis.kill(signal),
      async start() {
        redis = await startRedis(redisPort);
      },
    },
    async stop(process, signal) {
      const server = processes[process];
      if (!server) throw new Error(`there is no process ${process}`);
      await server.kill(signal);
      return server.ended;
    },
    async start(process) {
      await launch(process);
      await until(() => works(process), 60_000);
    },
    close,
  };
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
