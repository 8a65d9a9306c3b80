// One company on a database of its own, for tests that call actions and look at rows and facts without a server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createGateways, type Gateways } from '../src/gateways/gateways.ts';
import { type Actor, type CompanyId, mintCompanyId, type Outside, type PlatformCtx } from '../src/platform/context.ts';
import { aroundQuery } from '../src/platform/db/around-query.ts';
import { createPool } from '../src/platform/db/pool.ts';
import { platformTransaction } from '../src/platform/db/transaction.ts';
import { type Broadcast, createHub } from '../src/platform/facts.ts';
import type { Feature } from '../src/platform/feature.ts';
import { createWaker, type Waker } from '../src/platform/jobs/waker.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { testLog } from './log.ts';

export type TestCompany = {
  base: PlatformCtx;
  /** Its administrator, whose id stands for no row. */
  admin: Outside;
  database: TestDatabase;
  waker: Waker;
  clock: { now(): Date; set(at: string): void };
  /** What the browsers were told so far, by company. */
  told: (Broadcast & { companyId: number | null })[];
  /** Everything that `work` asks the database, `commit` included; `begin` goes with the first statement. */
  statements(work: () => Promise<unknown>): Promise<string[]>;
  /** Adds another company with the same plan and acts as its administrator. */
  another(): Promise<Outside>;
  close(): Promise<void>;
};

export const adminOf = (companyId: CompanyId): Actor => ({
  kind: 'user',
  id: 1_000 + companyId,
  name: 'Administradora',
  profile: 'admin',
  super: false,
  queueIds: [],
  allTicket: true,
  exportContacts: true,
  sessionId: 'test',
});

/** The features whose reactions and broadcasts count; their jobs are added but nobody runs them. */
export async function createTestCompany(options: {
  features: Feature[];
  plan?: { connections: number };
  gateways?: (made: Gateways) => Gateways;
}): Promise<TestCompany> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-test-'));
  const pool = createPool(database.url, { max: 12, onError: () => {} });
  let at = new Date('2026-03-10T15:00:00Z');
  let heard: string[] | null = null;
  // Before the pool's own listeners, so that it hears what is asked in the end.
  pool.raw.prependListener('connect', (client) => {
    aroundQuery(client, (query) => (asked, ...rest) => {
      heard?.push(typeof asked === 'string' ? asked : (asked as { text: string }).text);
      return query(asked, ...rest);
    });
  });
  const told: TestCompany['told'] = [];
  const { features } = options;
  const waker = createWaker(null);
  const hub = createHub(
    {
      broadcasters: features.flatMap((feature) => feature.broadcasts ?? []),
      reactions: features.flatMap((feature) => feature.reactions ?? []),
      recorders: features.flatMap((feature) => feature.recorders ?? []),
      jobs: features.flatMap((feature) => feature.jobs ?? []),
    },
    (companyId, broadcast) => void told.push({ ...broadcast, companyId }),
    waker,
  );
  const made = createGateways({ graphUrl: 'http://127.0.0.1:9', dataDir });
  const base: PlatformCtx = {
    db: pool.db,
    hub,
    now: () => at,
    log: testLog(),
    secrets: createSecrets('a secret of thirty-two characters or more'),
    publicUrl: 'http://localhost',
    gateways: options.gateways?.(made) ?? made,
    journal: { days: 7, failedDays: 30 },
  };
  const another = async () => {
    const id = await addCompany(base, options.plan?.connections ?? 0);
    return { ...base, companyId: id, actor: adminOf(id) };
  };
  return {
    base,
    admin: await another(),
    database,
    waker,
    clock: {
      now: () => at,
      set: (text) => {
        at = new Date(text);
      },
    },
    told,
    async statements(work) {
      const mine: string[] = [];
      heard = mine;
      await work();
      heard = null;
      return mine;
    },
    another,
    async close() {
      await pool.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function addCompany(base: PlatformCtx, connections: number): Promise<CompanyId> {
  return platformTransaction(base, async ({ db }) => {
    const { rows } = await sql<{ id: number }>`
      with plan as (insert into plans (name, users, connections, queues) values ('Plano ' || gen_random_uuid(), 0, ${connections}, 0) returning id)
      insert into companies (name, plan_id, due_date) select 'Empresa ' || gen_random_uuid(), id, '2099-12-31' from plan returning id`.execute(
      db,
    );
    return mintCompanyId(rows[0]?.id ?? 0);
  });
}
