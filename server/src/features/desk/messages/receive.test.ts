// Facts that cannot be worked on yet, and who tries them again. Nobody runs jobs.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import type { Inbound } from '../../../gateways/whatsapp/port.ts';
import { asSystem, type Outside } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection } from '../../company/connections/actions.ts';
import { CredentialsChanged } from '../../company/connections/reads.ts';
import { receiveEvents, retryEvent } from './actions/in/receive.ts';

let company: TestCompany;
let ctx: Outside;
let connectionId: number;
beforeAll(async () => {
  company = await createTestCompany({ features, plan: { connections: 1 } });
  ctx = asSystem(company.admin, company.admin.companyId);
  connectionId = (await createConnection(ctx, { name: 'Telefone', channel: 'simulator' })).id;
});
afterAll(() => company.close());

test('what makes no sense yet is tried once at each time, whoever else tries it', async () => {
  const at = company.clock.now();
  await receiveEvents(ctx, connectionId, [
    {
      key: 's:unknown',
      kind: 'status',
      externalId: 'unknown',
      clientKey: null,
      status: 'delivered',
      at: at.toISOString(),
      reason: null,
      recipient: null,
    },
  ]);
  company.clock.set(new Date(at.getTime() + 2_000).toISOString());
  const retry = () => retryEvent(ctx, connectionId, 's:unknown');
  await Promise.all([retry(), retry(), retry()]);
  await retry();
  const { rows } = await platformTransaction(company.base, ({ db }) =>
    sql<{ attempts: number; jobs: number }>`
      select attempts, (select count(*)::int from graphile_worker.jobs where task_identifier = 'messages.retryEvent') as jobs
      from inbound_events`.execute(db),
  );
  // One job is the first one, which somebody may yet run.
  expect(rows).toEqual([{ attempts: 2, jobs: 2 }]);
});

const fact = (externalId: string): Inbound => ({
  key: `m:${externalId}`,
  kind: 'message',
  externalId,
  chat: [{ kind: 'wa_pn', value: '5511955550001' }],
  participant: null,
  name: 'Cliente',
  fromMe: false,
  sentAt: company.clock.now().toISOString(),
  content: { type: 'text', body: externalId },
  quotedExternalId: null,
  forwarded: false,
  history: false,
});

test('a fact that the database refuses in every form is put aside, and the next one is taken', async () => {
  const owner = new pg.Client({ connectionString: company.database.superUrl });
  await owner.connect();
  await owner.query(`alter table inbound_keys add constraint refusing check (key <> inbound_key(${connectionId}, 'm:refused'))`);
  for (let delivery = 0; delivery < 2; delivery += 1) await receiveEvents(ctx, connectionId, [fact('refused'), fact('taken')]);
  const { rows } = await owner.query(
    `select key, payload, error, next_attempt_at from inbound_events where key not like 's:%' order by key`,
  );
  const taken = await owner.query(`select 1 from inbound_keys where key = inbound_key($1, 'm:taken')`, [connectionId]);
  await owner.end();
  expect(taken.rowCount).toBe(1);
  expect(rows).toMatchObject([
    { key: expect.stringMatching(/^refused:/), payload: { refused: JSON.stringify(fact('refused')) }, next_attempt_at: null },
  ]);
});

test('facts of a connection that is gone are refused without an end', async () => {
  await receiveEvents(ctx, connectionId + 1_000, [
    { key: 'a', kind: 'same', addresses: [{ kind: 'wa_lid', value: '123' }], at: company.clock.now().toISOString() },
  ]);
  const { rows } = await platformTransaction(company.base, ({ db }) =>
    sql`select 1 from inbound_events where connection_id = ${connectionId + 1_000}`.execute(db),
  );
  expect(rows).toEqual([]);
});

test.each(['once', 'always'])(
  'what the database refuses %s before its credentials are compared is not kept for later under others either',
  async (how) => {
    const owner = new pg.Client({ connectionString: company.database.superUrl });
    await owner.connect();
    await owner.query('create sequence refusals; grant usage on sequence refusals to public');
    await owner.query(`alter table inbound_keys add constraint refusing_others check (
    key <> inbound_key(${connectionId}, 'm:${how}') or ${how === 'once' ? "nextval('public.refusals') > 1" : 'false'})`);
    const kept = async () => (await owner.query('select key from inbound_events order by key')).rows;
    const before = await kept();
    const refused = await receiveEvents(ctx, connectionId, [fact(how)], 'others').catch((error: unknown) => error);
    const after = await kept();
    await owner.query('alter table inbound_keys drop constraint refusing_others; drop sequence refusals');
    await owner.end();
    expect(refused).toBeInstanceOf(CredentialsChanged);
    expect(after).toEqual(before);
  },
);
