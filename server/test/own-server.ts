import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { createTestDatabase } from './database.ts';
import { type FakeGraph, startFakeGraph } from './fake-graph/server.ts';
import { type ServerProcess, serverEnv, startServer } from './server-process.ts';

/** A server in a process of its own, with its database (`sql` looks past row-level security), folder and Graph API; gone after the test. `more` adds to what it is told. */
export async function givenOwnServer(more: Record<string, string> = {}): Promise<{
  server: ServerProcess;
  env: Record<string, string>;
  sql: pg.Client;
  graph: FakeGraph;
  dataDir: string;
}> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-own-'));
  const graph = await startFakeGraph();
  const sql = new pg.Client({ connectionString: database.superUrl });
  await sql.connect();
  onTestFinished(async () => {
    await sql.end();
    await graph.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const env = await serverEnv(database, dataDir, { GRAPH_API_URL: graph.url, ...more });
  const server = await startServer(env);
  onTestFinished(() => server.kill('SIGKILL'));
  return { server, env, sql, graph, dataDir };
}
