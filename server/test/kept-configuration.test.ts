// What a process keeps in memory of a company's configuration: another process uses every change of it at once.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createQueueOption } from '../src/features/automation/chatbot/actions/options.ts';
import { botConfigOf } from '../src/features/automation/chatbot/reads.ts';
import { keptCompany, keptListeners, keptState } from '../src/features/company/companies/reads.ts';
import { createConnection, setConnectionStatus, updateConnection } from '../src/features/company/connections/actions.ts';
import { getConnection, keptConnection } from '../src/features/company/connections/reads.ts';
import { createQueue, updateQueue } from '../src/features/company/queues/actions.ts';
import { keptQueues } from '../src/features/company/queues/reads.ts';
import { changeSetting } from '../src/features/company/settings/actions.ts';
import { keptSettingsOf, settingOf } from '../src/features/company/settings/reads.ts';
import { createWebhook } from '../src/features/open/webhooks/actions/change-webhook.ts';
import { webhookRecorder } from '../src/features/open/webhooks/actions/record.ts';
import type { Ctx, Reader, Tx } from '../src/platform/context.ts';
import { keptOf, noteRevision, revisionColumn } from '../src/platform/db/kept.ts';
import { platformTransaction, reading, transaction, withinCompany } from '../src/platform/db/transaction.ts';
import { createHub } from '../src/platform/facts.ts';
import { createWaker } from '../src/platform/jobs/waker.ts';
import { features } from '../src/product.ts';
import { createTestCompany, type TestCompany } from './company.ts';

let company: TestCompany;
/** The same company in another process: nothing in memory is shared. */
let other: Ctx;
let queueId = 0;
let connectionId = 0;
beforeAll(async () => {
  company = await createTestCompany({ features, plan: { connections: 10 } });
  await platformTransaction(company.base, ({ db }) => db.updateTable('plans').set({ queues: 10 }).execute());
  queueId = (await createQueue(company.admin, { name: 'Vendas', color: '#111111' })).id;
  connectionId = (await createConnection(company.admin, { name: 'Loja', channel: 'simulator', queueIds: [queueId] })).id;
  other = {
    ...company.admin,
    hub: createHub({ broadcasters: [], reactions: [], jobs: [] }, () => {}, createWaker(null)),
  };
});
afterAll(() => company.close());

const above = (statement: ReturnType<typeof sql>) => platformTransaction(company.base, ({ db }) => statement.execute(db));
const rules = () => ({
  name: 'Loja',
  channel: 'simulator' as const,
  queueIds: [queueId],
  greetingMessage: 'Bem-vindo!',
});
const menu = async (ctx: Reader | Tx) => {
  const config = await botConfigOf(ctx, await getConnection(ctx, connectionId), null, { prompts: false, integrations: false });
  return config.queues.map((queue) => queue.options.length);
};
const day = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' };

test.each<[string, (ctx: Reader | Tx) => Promise<unknown>, () => Promise<unknown>, unknown, unknown]>([
  [
    'a setting',
    async (ctx) => (await keptSettingsOf(ctx)).call,
    () => changeSetting(company.admin, 'call', 'enabled'),
    'disabled',
    'enabled',
  ],
  [
    'a queue',
    async (ctx) => (await keptQueues(ctx)).map(({ name }) => name),
    () => updateQueue(company.admin, queueId, { name: 'Vendas e trocas' }),
    ['Vendas'],
    ['Vendas e trocas'],
  ],
  ['an option', menu, () => createQueueOption(company.admin, { queueId, title: 'Trocas' }), [0], [1]],
  [
    'a connection',
    async (ctx) => (await keptConnection(ctx, connectionId))?.greeting_message,
    () => updateConnection(company.admin, connectionId, rules()),
    '',
    'Bem-vindo!',
  ],
  [
    'the status of a connection',
    async (ctx) => (await keptConnection(ctx, connectionId))?.status,
    () => transaction(company.admin, (ctx) => setConnectionStatus(ctx, connectionId, { status: 'DISCONNECTED', statusReason: null })),
    'CONNECTED',
    'DISCONNECTED',
  ],
  [
    'the queues that a connection serves',
    async (ctx) => (await keptConnection(ctx, connectionId))?.queues.length,
    () => updateConnection(company.admin, connectionId, { ...rules(), queueIds: [] }),
    1,
    0,
  ],
  [
    'the hours',
    async (ctx) => (await keptCompany(ctx)).schedules.length,
    () => above(sql`update companies set schedules = ${JSON.stringify([day])}`),
    0,
    1,
  ],
  [
    'the holidays alone',
    async (ctx) => (await keptCompany(ctx)).holidays.length,
    () => above(sql`update companies set holidays = ${JSON.stringify([{ date: '2026-12-25', name: 'Natal' }])}`),
    0,
    1,
  ],
  ['the standing', keptState, () => above(sql`update companies set status = false`), 'active', 'inactive'],
])('%s, changed in one process, is used by the other', async (_, read, change, before, after) => {
  expect(await reading(other, read)).toEqual(before);
  await change();
  expect(await reading(other, read)).toEqual(after);
  expect(await reading(company.admin, read)).toEqual(after);
});

test('so is a plan that allows less, the first webhook and the first automation', async () => {
  let loads = 0;
  const kept = keptOf(async () => ({ loads: ++loads }));
  const times = () => reading(other, async (ctx) => (await kept(ctx)).loads);
  expect(await times()).toBe(1);
  expect(await times()).toBe(1);
  await above(sql`update plans set use_open_ai = false`);
  expect(await times()).toBe(2);
  await createWebhook(company.admin, { name: 'ERP', url: 'https://erp.example/in', events: ['message.received'] });
  expect(await times()).toBe(3);
  await above(
    sql`insert into automations (company_id, name, position, event, active_since) values (${company.admin.companyId}, 'Oi', 1, 'ticketCreated', now())`,
  );
  expect(await times()).toBe(4);
});

test('what is unchanged is read once, and costs the look at the revision', async () => {
  await reading(other, keptSettingsOf);
  const asked = await company.statements(() => reading(other, keptSettingsOf));
  expect(asked.filter((text) => text.includes('from settings') || text.includes('from "settings"'))).toEqual([]);
  expect(asked).toHaveLength(3);
});

test('what a transaction changed and rolled back is kept by nobody', async () => {
  const undone = transaction(other, async (ctx) => {
    await sql`insert into settings (company_id, key, value) values (${ctx.companyId}, 'timeZone', 'America/Manaus') on conflict (company_id, key) do update set value = excluded.value`.execute(
      ctx.db,
    );
    expect((await keptSettingsOf(ctx)).timeZone).toBe('America/Manaus');
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  expect((await reading(other, keptSettingsOf)).timeZone).toBe('America/Sao_Paulo');
});

test('nor what it changed after the revision was noted', async () => {
  const kept = keptOf(async (ctx) => ({ call: await settingOf(ctx, 'call') }));
  const undone = transaction(other, async (ctx) => {
    const { rows } = await sql<{ revision: string }>`select ${revisionColumn(ctx.companyId)}`.execute(ctx.db);
    noteRevision(ctx, rows[0]?.revision ?? '');
    await sql`update settings set value = 'disabled' where company_id = ${ctx.companyId} and key = 'call'`.execute(ctx.db);
    expect((await kept(ctx)).call).toBe('disabled');
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  expect((await reading(other, kept)).call).toBe('enabled');
});

test('nor is the revision of one company that of the next in the same transaction', async () => {
  const second = await company.another();
  const kept = keptOf(async (ctx) => ({ companyId: ctx.companyId, call: await settingOf(ctx, 'call') }));
  await reading({ ...other, companyId: second.companyId }, kept);
  await transaction(second, ({ db, companyId }) =>
    sql`insert into settings (company_id, key, value) values (${companyId}, 'call', 'enabled')
      on conflict (company_id, key) do update set value = excluded.value`.execute(db),
  );
  await platformTransaction(other, async (tx) => {
    await withinCompany(tx, other.companyId, async (ctx) => noteRevision(ctx, await revisionOf(ctx)));
    await withinCompany(tx, second.companyId, async (ctx) => {
      expect(await kept(ctx)).toEqual({ companyId: second.companyId, call: 'enabled' });
      expect(await kept(ctx)).toBe(await kept(ctx));
    });
  });
});

describe('what is kept depends on nothing whose change leaves the revision as it is', () => {
  /** Every read that is kept, and a table that it asks. */
  const reads: Record<string, { asks: string; read: (ctx: Tx) => Promise<unknown> }> = {
    keptSettingsOf: { asks: 'settings', read: keptSettingsOf },
    keptRows: { asks: 'queues', read: keptQueues },
    keptOptions: { asks: 'queue_options', read: menu },
    keptConnections: { asks: 'connection_queues', read: (ctx) => keptConnection(ctx, connectionId) },
    keptCompany: { asks: 'plans', read: keptCompany },
    keptListeners: { asks: 'automations', read: keptListeners },
    keptWebhooks: { asks: 'webhooks', read: (ctx) => webhookRecorder.record(ctx, []) },
  };
  /** A process that knows nothing yet. */
  const cold = (): Ctx => ({
    ...company.admin,
    hub: createHub({ broadcasters: [], reactions: [], jobs: [] }, () => {}, createWaker(null)),
  });

  // From here on the server may read only what replaces the revision: its database refuses any other table and any other column.
  beforeAll(async () => {
    await updateConnection(company.admin, connectionId, rules());
    const superuser = new pg.Client({ connectionString: company.database.superUrl });
    await superuser.connect();
    const { rows } = await superuser.query<{ grant: string }>(watched);
    await superuser.query('revoke select on all tables in schema public from balcao');
    await superuser.query('grant select on configuration_revisions to balcao');
    for (const { grant } of rows) await superuser.query(grant);
    await superuser.end();
  });

  test('and each of them is looked at', () => {
    const root = join(import.meta.dirname, '../src');
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file));
    const made = sources.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/(?:(\w+) = )?\bkeptOf\(/g)].map(([, name]) => name),
    );
    expect(made.sort()).toEqual(Object.keys(reads).sort());
  });

  test.each(Object.entries(reads))('%s', async (_, { asks, read }) => {
    const asked = await company.statements(() => transaction(cold(), read));
    expect(asked.filter((text) => new RegExp(`\\b${asks}\\b`).test(text))).not.toEqual([]);
  });

  test('one that did would be refused', async () => {
    const name = keptOf(({ db, companyId }) => db.selectFrom('companies').select('name').where('id', '=', companyId).execute());
    const users = keptOf(({ db, companyId }) => db.selectFrom('users').select('id').where('company_id', '=', companyId).execute());
    await expect(reading(cold(), name)).rejects.toThrow('permission denied for table companies');
    await expect(reading(cold(), users)).rejects.toThrow('permission denied for table users');
  });
});

/**
 * Lets the server read the columns whose change replaces the revision, of tables that replace it with each row that comes and goes. Those of the
 * key never change. Companies and plans are found by the key of a row that is there, so only their changes count.
 */
const watched = `
  select format('grant select (%s) on %s to balcao', string_agg(quote_ident(a.attname), ', '), t.tgrelid::regclass) as grant
  from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join pg_index k on k.indrelid = t.tgrelid and k.indisprimary
    join pg_attribute a on a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped
      and (t.tgattr = '' or a.attnum = any(t.tgattr::int2[]) or a.attnum = any(k.indkey::int2[]))
  where t.tgname = 'configuration_changed' and t.tgenabled = 'O' and t.tgqual is null
    and t.tgtype & 16 > 0 and (t.tgtype & 12 = 12 or c.relname in ('companies', 'plans'))
  group by t.tgrelid`;

async function revisionOf({ db, companyId }: Tx): Promise<string> {
  const { rows } = await sql<{ revision: string }>`select ${revisionColumn(companyId)}`.execute(db);
  return rows[0]?.revision ?? '';
}
