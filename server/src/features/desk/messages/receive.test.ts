// Facts that cannot be worked on yet, and who tries them again. Nobody runs jobs.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { asSystem, type Outside } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection } from '../../company/connections/actions.ts';
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
