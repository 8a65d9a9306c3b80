// A stanza that no login gets over is passed on a few times, then no more.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { stanzaCategory } from '../../../gateways/whatsapp/web/keys/auth-state.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection } from '../../company/connections/actions.ts';
import { commandDevice } from './actions/command.ts';
import { deviceRows } from './actions/keys.ts';
import { linkedDeviceJobs } from './jobs.ts';
import { replaysMax } from './rules.ts';
import { claimLeases } from './store.ts';

let company: TestCompany;
beforeAll(async () => {
  company = await createTestCompany({ features, plan: { connections: 1 } });
});
afterAll(() => company.close());

test('a stanza that is never settled is left out after some logins, and deleted weeks later', async () => {
  const { id: connectionId } = await createConnection(company.admin, { name: 'Telefone', channel: 'whatsapp_web' });
  await commandDevice(company.admin, { connectionId, command: 'start', pairingNumber: null });
  const [lease] = await platformTransaction(company.base, (ctx) => claimLeases(ctx, crypto.randomUUID(), 60, 1));
  const rows = deviceRows(company.admin, connectionId, lease?.epoch ?? 0);
  await rows.save([{ category: stanzaCategory, id: 'first', value: 'poisoned' }]);
  for (let login = 1; login < replaysMax; login += 1) expect(await rows.waiting()).toEqual(['poisoned']);
  await rows.save([{ category: stanzaCategory, id: 'second', value: 'fine' }]);
  expect(await rows.waiting()).toEqual(['poisoned', 'fine']);
  // A process may just have been killed many times.
  expect(await rows.waiting()).toEqual(['poisoned', 'fine']);
  await platformTransaction(company.base, ({ db }) =>
    sql`update web_stanzas set created_at = now() - interval '2 hours' where id = 'first'`.execute(db),
  );
  expect(await rows.waiting()).toEqual(['fine']);

  const kept = async () => (await rows.find(stanzaCategory, ['first', 'second'])).size;
  const prune = async () => {
    for (const job of linkedDeviceJobs) await job.run(company.base);
  };
  company.clock.set(new Date(Date.now() + 13 * 86_400_000).toISOString());
  await prune();
  expect(await kept()).toBe(2);
  company.clock.set(new Date(Date.now() + 15 * 86_400_000).toISOString());
  await prune();
  expect(await kept()).toBe(1);
});
