// Sending by the rules of a number, in time that stands still: who is sent to, when, and that nobody is twice or forgotten.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { asSystem, type Outside } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection, setConnectionStatus } from '../../company/connections/actions.ts';
import { deliverOutbox } from '../../desk/messages/actions/out/deliver.ts';
import { createCampaign } from './actions/edit.ts';
import { answeredJob, confirmedJob, followMessages } from './actions/follow.ts';
import { cancelCampaign, overruleHealth, restartCampaign, saveSettings } from './actions/move.ts';
import { planCampaign, startCampaign } from './actions/plan.ts';
import { runCampaigns } from './actions/run.ts';
import { showReport } from './reads.ts';

let company: TestCompany;
let ctx: Outside;
let connectionId: number;
let lists = 0;

beforeAll(async () => {
  company = await createTestCompany({ features, plan: { connections: 100 } });
});
afterAll(() => company.close());
beforeEach(async () => {
  company.clock.set('2026-03-10T15:00:00Z');
  const admin = await company.another();
  ctx = asSystem(admin, admin.companyId);
  await inDb(sql`update companies set status = true, due_date = '2030-01-01' where id = ${ctx.companyId}`);
  connectionId = (await createConnection(ctx, { name: 'Telefone', channel: 'simulator' })).id;
  await transaction(ctx, (ctx) => setConnectionStatus(ctx, connectionId, { status: 'CONNECTED', statusReason: null }));
});

/** Chance that is the same each time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const inDb = <R>(statement: ReturnType<typeof sql<R>>) =>
  platformTransaction(company.base, async ({ db }) => (await statement.execute(db)).rows);
const now = () => company.clock.now();
const advance = (ms: number) => company.clock.set(new Date(now().getTime() + ms).toISOString());

async function listOf(count: number, validity = 'valid'): Promise<number> {
  const [list] = await inDb(sql<{ id: number }>`
    insert into contact_lists (company_id, name) values (${ctx.companyId}, ${`Lista ${++lists}`}) returning id`);
  for (let from = 1; from <= count; from += 5_000) {
    await inDb(sql`
      insert into contact_list_items (company_id, list_id, name, number, email, validity)
      select ${ctx.companyId}, ${list?.id}, 'Pessoa ' || n, '5548' || (${900_000_000 + lists * 1_000_000}::bigint + n)::text, '', ${validity}
      from generate_series(${from}::int, ${Math.min(count, from + 4_999)}::int) n`);
  }
  return list?.id ?? 0;
}

async function anotherPhone(name: string): Promise<number> {
  const { id } = await createConnection(ctx, { name, channel: 'simulator' });
  await transaction(ctx, (ctx) => setConnectionStatus(ctx, id, { status: 'CONNECTED', statusReason: null }));
  return id;
}

async function begun(name: string, contactListId: number, whatsappId = connectionId): Promise<number> {
  const { id } = await createCampaign(ctx, {
    name,
    message1: 'Oi, {nome}',
    message2: 'Olá, {nome}',
    contactListId,
    whatsappId,
    scheduledAt: now().toISOString(),
  });
  await startCampaign(ctx, id);
  await plan(id);
  return id;
}

async function plan(id: number): Promise<void> {
  for (;;) {
    await planCampaign(ctx, id);
    const [row] = await inDb(sql<{ planned: boolean }>`select planned_at is not null as planned from campaigns where id = ${id}`);
    if (row?.planned) return;
  }
}

/** Two workers at once, then the outbox and what follows from it. */
async function step(): Promise<void> {
  await Promise.all([runCampaigns(ctx, connectionId), runCampaigns(ctx, connectionId)]);
  await settle();
}

async function settle(phones: readonly number[] = [connectionId]): Promise<void> {
  await Promise.all(phones.map((phone) => deliverOutbox(ctx, phone)));
  await followMessages(ctx);
}

const statusesOf = async (ids: number[]) =>
  (await inDb(sql<{ status: string }>`select status from campaigns where id = any(${ids}::bigint[]) order by id`)).map(
    ({ status }) => status,
  );
const statusOf = async (id: number) => (await inDb(sql<{ status: string }>`select status from campaigns where id = ${id}`))[0]?.status;
const sentTo = (campaignId: number) =>
  inDb(sql<{ number: string; n: number; at: Date }>`
    select s.number, count(*)::int as n, min(m.sent_at) as at from messages m
    join campaign_shippings s on s.company_id = m.company_id and s.contact_id = m.contact_id
    where m.company_id = ${ctx.companyId} and m.automatic = 'campaign' and m.state <> 'failed' and s.campaign_id = ${campaignId}
    group by s.number order by at, s.number`);

/** On four numbers. More with `CAMPAIGN_CONTACTS=1000 npx vitest run --root server src/features/outbound/campaigns/run.test.ts`: about 20 ms each. */
const contacts = Number(process.env.CAMPAIGN_CONTACTS ?? 80);

test('everybody once and at the pace, though workers are killed at random moments, two send, and it is cancelled and goes on', async () => {
  const short = Math.round(contacts / 8);
  await saveSettings(ctx, { messageInterval: 20, longerIntervalAfter: short, greaterInterval: 60 });
  const random = numbers(7);
  const phones = [connectionId];
  for (let n = 2; n <= 4; n++) phones.push(await anotherPhone(`Telefone ${n}`));
  const count = contacts / 4;
  const ids: number[] = [];
  for (const phone of phones) ids.push(await begun('Natal', await listOf(count), phone));
  const [cancelled = 0] = ids;
  let killed = 0;
  const work = async (phone: number) => {
    if (random() < 0.15) {
      // Killed before the commit: as if nothing had happened.
      const died = await transaction(ctx, async (ctx) => {
        await runCampaigns(ctx as never, phone);
        throw new Error('killed');
      }).catch((error: Error) => error.message === 'killed');
      if (died) killed += 1;
    }
    await Promise.all([runCampaigns(ctx, phone), ...(random() < 0.5 ? [runCampaigns(ctx, phone)] : [])]);
  };
  /** Time stands still until the last of the numbers may send again; now and then it is looked too early. */
  const goOn = async () => {
    const [pace] = await inDb(sql<{ at: Date }>`
      select max(p.next_at) as at from campaign_paces p join campaigns c on c.company_id = p.company_id and c.connection_id = p.connection_id
      where c.company_id = ${ctx.companyId} and c.status = 'EM_ANDAMENTO'`);
    const ahead = (pace?.at?.getTime() ?? 0) - now().getTime();
    advance(random() < 0.05 ? Math.max(1, Math.round(ahead / 2)) : Math.max(1_000, ahead));
  };
  for (let round = 0; round < 5 * count && (await statusesOf(ids)).includes('EM_ANDAMENTO'); round++) {
    if (round === 12) {
      await cancelCampaign(ctx, cancelled);
      const before = (await sentTo(cancelled)).length;
      advance(600_000);
      await runCampaigns(ctx, connectionId);
      await settle();
      expect((await sentTo(cancelled)).length).toBe(before);
      await restartCampaign(ctx, cancelled);
      await plan(cancelled);
    }
    await Promise.all(phones.map(work));
    // The outbox of a number takes a few messages of campaigns.
    if (round % 3 === 2) await settle(phones);
    await goOn();
  }
  expect(killed).toBeGreaterThan(count / 5);
  expect(await statusesOf(ids)).toEqual(['FINALIZADA', 'FINALIZADA', 'FINALIZADA', 'FINALIZADA']);
  for (const id of ids) {
    const sent = await sentTo(id);
    expect(sent.length).toBe(count);
    expect(sent.every(({ n }) => n === 1)).toBe(true);
    const gaps = sent.slice(1).map(({ at }, index) => at.getTime() - (sent[index]?.at.getTime() ?? 0));
    expect(Math.min(...gaps.slice(0, short - 1))).toBeGreaterThanOrEqual(20_000);
    expect(Math.min(...gaps.slice(short))).toBeGreaterThanOrEqual(60_000);
  }
  const { campaign, variants, series } = await showReport(ctx, cancelled);
  expect(campaign.counts).toMatchObject({ total: count, valid: count, waiting: 0, delivered: count, failed: 0, skipped: 0 });
  expect(variants.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(count);
  expect(series.at(-1)?.sent).toBeGreaterThanOrEqual(count);
  expect(series.at(-1)?.at).toBe(campaign.completedAt);
  company.clock.set(new Date(now().getTime() + 3_600_000).toISOString());
  expect((await showReport(ctx, cancelled)).series.at(-1)?.at).toBe(campaign.completedAt);
}, 900_000);

test('of seven to people unknown so far, a few statements are for each of them and the rest for all', async () => {
  await saveSettings(ctx, { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 });
  await begun('Natal', await listOf(30));
  await runCampaigns(ctx, connectionId);
  await settle();
  const handed = await company.statements(() => runCampaigns(ctx, connectionId));
  expect(handed.length, handed.join('\n')).toBeLessThanOrEqual(47);
  const settled = await company.statements(() => deliverOutbox(ctx, connectionId));
  expect(settled.length, settled.join('\n')).toBeLessThanOrEqual(16);
});

test('without a pause a few go at once, more when those have left, and they are noted together', async () => {
  await saveSettings(ctx, { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 });
  const phone = await anotherPhone('Sem pausa');
  const id = await begun('Sem pausa', await listOf(10), phone);
  const waiting = async () => (await showReport(ctx, id)).campaign.counts.waiting;
  const inOutbox = async () =>
    (await inDb(sql<{ n: number }>`select count(*)::int as n from message_outbox where connection_id = ${phone}`))[0]?.n;
  await runCampaigns(ctx, phone);
  expect(await inOutbox()).toBe(7);
  await runCampaigns(ctx, phone);
  expect(await inOutbox()).toBe(7);
  const soon = new Date(now().getTime() + 1_000);
  expect(
    await inDb(sql`select j.run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'campaigns.run' and j.key like ${`%${phone}:later`}`),
  ).toEqual([{ run_at: soon }]);
  await deliverOutbox(ctx, phone);
  expect([await inOutbox(), await waiting()]).toEqual([0, 10]);
  await followMessages(ctx);
  expect(await waiting()).toBe(3);
  await runCampaigns(ctx, phone);
  await settle([phone]);
  expect((await showReport(ctx, id)).campaign).toMatchObject({ status: 'FINALIZADA', counts: { delivered: 10, waiting: 0, failed: 0 } });
  expect((await sentTo(id)).every(({ n }) => n === 1)).toBe(true);
  expect(await inDb(sql`select 1 from campaign_news where company_id = ${ctx.companyId}`)).toEqual([]);
});

/** What waits in the outbox or has left, in order; what was taken back is neither. */
const said = async () =>
  (
    await inDb(sql<{ body: string }>`
      select body from messages where company_id = ${ctx.companyId} and automatic = 'campaign' and state <> 'failed' order by id`)
  ).map(({ body }) => body);

test('what is cancelled before it left is taken back whole; what has begun to leave arrives whole, and nothing twice', async () => {
  await saveSettings(ctx, { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 });
  const [files] = await inDb(sql<{ id: number }>`
    insert into file_lists (company_id, name, message) values (${ctx.companyId}, 'Catálogos', '') returning id`);
  await inDb(sql`
    insert into file_options (company_id, list_id, name, media_key, media_name, media_mime, media_size, position)
    select ${ctx.companyId}, ${files?.id}, 'Tabela ' || n, 'tabela' || n, n || '.pdf', 'application/pdf', 5, n from generate_series(1, 2) n`);
  for (const key of ['tabela1', 'tabela2']) await ctx.gateways.files.put(key, Buffer.from('%PDF-'), { mime: 'application/pdf' });
  const id = await begun('Catálogos', await listOf(1));
  await inDb(sql`update campaigns set file_list_id = ${files?.id} where id = ${id}`);
  const both = ['Tabela 1', 'Tabela 2'];

  await runCampaigns(ctx, connectionId);
  expect(await said()).toEqual([...both, 'Oi, Pessoa 1']);
  await cancelCampaign(ctx, id);
  expect(await said()).toEqual([]);
  expect((await showReport(ctx, id)).campaign.counts).toMatchObject({ waiting: 1, delivered: 0 });

  await restartCampaign(ctx, id);
  await plan(id);
  await runCampaigns(ctx, connectionId);
  // The first file is on its way.
  await inDb(sql`update message_outbox set state = 'sending' where message_id = (
    select min(message_id) from message_outbox where company_id = ${ctx.companyId})`);
  await cancelCampaign(ctx, id);
  expect(await said()).toEqual([...both, 'Olá, Pessoa 1']);
  await restartCampaign(ctx, id);
  await plan(id);
  for (let round = 0; round < 3; round++) await step();
  expect(await said()).toEqual([...both, 'Olá, Pessoa 1']);
});

test('nothing of another campaign is taken back', async () => {
  await saveSettings(ctx, { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 });
  const [one, other] = [await begun('Uma', await listOf(2)), await begun('Outra', await listOf(2))];
  for (let i = 0; i < 2; i++) await runCampaigns(ctx, connectionId);
  const queued = (id: number) =>
    inDb(sql`select s.id, s.state, o.message_id from campaign_shippings s join message_outbox o on o.company_id = s.company_id and o.message_id = s.message_id
      where s.company_id = ${ctx.companyId} and s.campaign_id = ${id} order by s.id`);
  const others = await queued(other);
  const { counts } = (await showReport(ctx, other)).campaign;
  expect([(await queued(one)).length, others.length]).toEqual([2, 2]);
  await cancelCampaign(ctx, one);
  expect([await queued(one), await queued(other)]).toEqual([[], others]);
  expect((await showReport(ctx, other)).campaign.counts).toEqual(counts);
});

test('who was to be asked when it was cancelled is not; who has confirmed before or meanwhile gets the text when it goes on', async () => {
  await saveSettings(ctx, { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 });
  const { id } = await createCampaign(ctx, {
    name: 'Pergunta',
    message1: 'Oi, {nome}',
    confirmation: true,
    confirmationMessage1: 'Posso, {nome}?',
    contactListId: await listOf(3),
    whatsappId: connectionId,
    scheduledAt: now().toISOString(),
  });
  await startCampaign(ctx, id);
  await plan(id);
  await runCampaigns(ctx, connectionId);
  await cancelCampaign(ctx, id);
  expect(await said()).toEqual([]);
  await restartCampaign(ctx, id);
  await plan(id);
  await step();
  await step();
  const questions = ['Posso, Pessoa 1?', 'Posso, Pessoa 2?', 'Posso, Pessoa 3?'];
  expect(await said()).toEqual(questions);

  const asked = await inDb(
    sql<{ id: number; message_id: number }>`select id, message_id from campaign_shippings where campaign_id = ${id} order by id`,
  );
  const answers = (index: number) =>
    answeredJob.run(ctx, { campaignId: id, shippingId: asked[index]?.id ?? 0, messageId: asked[index]?.message_id ?? 0 });
  const waiting = async () =>
    (
      await inDb(sql<{ payload: { payload: { campaignId: number; shippingId: number } } }>`
        select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = ${confirmedJob.name} and (j.payload ->> 'companyId')::int = ${ctx.companyId}`)
    ).map(({ payload }) => payload.payload);
  /** As the workers do, with all that wait. */
  const confirm = async () => {
    const jobs = await waiting();
    await inDb(sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = ${confirmedJob.name} and (j.payload ->> 'companyId')::int = ${ctx.companyId}`);
    for (const job of jobs) await confirmedJob.run(ctx, job);
  };
  await answers(0);
  await cancelCampaign(ctx, id);
  await answers(1);
  await confirm();
  expect(await said()).toEqual(questions);
  await restartCampaign(ctx, id);
  await confirm();
  await answers(2);
  await confirm();
  for (let round = 0; round < 3; round++) await step();
  expect((await said()).sort()).toEqual(['Oi, Pessoa 1', 'Oi, Pessoa 2', 'Oi, Pessoa 3', ...questions]);
  expect(await statusOf(id)).toBe('FINALIZADA');
});

test('two campaigns on one number take turns at its pace', async () => {
  await saveSettings(ctx, { messageInterval: 20, longerIntervalAfter: 0 });
  const [a, b] = [await begun('Uma', await listOf(20)), await begun('Outra', await listOf(20))];
  for (let round = 0; round < 8; round++) {
    await step();
    advance(26_000);
  }
  const [first, second] = [await sentTo(a), await sentTo(b)];
  expect([first.length, second.length]).toEqual([4, 4]);
  const times = [...first, ...second].map(({ at }) => at.getTime()).sort((x, y) => x - y);
  expect(Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toBeGreaterThanOrEqual(20_000);
});

test('a number near its limit goes at half the pace, unless a person overrules that', async () => {
  await saveSettings(ctx, { messageInterval: 20, longerIntervalAfter: 0 });
  await inDb(sql`insert into connection_health (company_id, connection_id, new_chats_used, new_chats_total, new_chats_reset_at)
    values (${ctx.companyId}, ${connectionId}, 9, 10, ${new Date(now().getTime() + 86_400_000)})`);
  const id = await begun('Com calma', await listOf(3));
  await step();
  advance(39_000);
  await step();
  expect((await sentTo(id)).length).toBe(1);
  await overruleHealth(ctx, id);
  advance(12_000);
  await step();
  advance(26_000);
  await step();
  expect((await sentTo(id)).length).toBe(3);
});

test('those who are out, without WhatsApp, or whose connection is away', async () => {
  await saveSettings(ctx, { messageInterval: 0, longerIntervalAfter: 0 });
  const listId = await listOf(3);
  const [item] = await inDb(sql<{ number: string }>`select number from contact_list_items where list_id = ${listId} order by id limit 1`);
  await inDb(
    sql`update contact_list_items set validity = 'invalid' where id = (select max(id) from contact_list_items where list_id = ${listId})`,
  );
  await inDb(sql`
    with said as (insert into contact_consents (company_id, number, state, words, source) values (${ctx.companyId}, ${item?.number}, 'out', 'SAIR', 'customer') returning id)
    insert into contact_opt_outs (company_id, kind, value, consent_id) select ${ctx.companyId}, 'phone', ${item?.number}, id from said`);
  await transaction(ctx, (ctx) => setConnectionStatus(ctx, connectionId, { status: 'DISCONNECTED', statusReason: null }));
  const id = await begun('Aviso', listId);
  await step();
  expect((await showReport(ctx, id)).campaign).toMatchObject({ status: 'EM_ANDAMENTO', halt: { reason: 'connection_away' } });
  await transaction(ctx, (ctx) => setConnectionStatus(ctx, connectionId, { status: 'CONNECTED', statusReason: null }));
  for (let round = 0; round < 4; round++) await step();
  expect((await showReport(ctx, id)).campaign).toMatchObject({
    status: 'FINALIZADA',
    halt: null,
    counts: { total: 3, valid: 2, delivered: 1, skipped: 2 },
  });
  const reasons = await inDb(
    sql<{ reason: string }>`select reason from campaign_shippings where campaign_id = ${id} and state = 'skipped' order by id`,
  );
  expect(reasons.map(({ reason }) => reason)).toEqual(['opted_out', 'invalid_number']);
});

test('a restricted number pauses its campaigns until it may again', async () => {
  await saveSettings(ctx, { messageInterval: 0, longerIntervalAfter: 0 });
  const until = new Date(now().getTime() + 3_600_000);
  await inDb(
    sql`insert into connection_health (company_id, connection_id, restricted_until) values (${ctx.companyId}, ${connectionId}, ${until})`,
  );
  const id = await begun('Aviso', await listOf(2));
  await step();
  expect((await showReport(ctx, id)).campaign.halt).toEqual({ reason: 'restricted', until: until.toISOString() });
  advance(3_600_001);
  for (let round = 0; round < 4; round++) await step();
  expect(await statusOf(id)).toBe('FINALIZADA');
});

test('without the plan, or after the subscription ended, it waits', async () => {
  const id = await begun('Aviso', await listOf(2));
  await inDb(sql`update plans set use_campaigns = false where id = (select plan_id from companies where id = ${ctx.companyId})`);
  await step();
  expect((await showReport(ctx, id)).campaign.halt?.reason).toBe('plan');
  await inDb(sql`update plans set use_campaigns = true where id = (select plan_id from companies where id = ${ctx.companyId})`);
  await inDb(sql`update companies set due_date = '2026-01-01' where id = ${ctx.companyId}`);
  await step();
  expect((await showReport(ctx, id)).campaign.halt?.reason).toBe('subscription');
  await inDb(sql`update companies set due_date = '2030-01-01' where id = ${ctx.companyId}`);
  await step();
  expect((await sentTo(id)).length).toBe(1);
});

test('100,000 contacts are taken over within seconds, and the report stays quick', async () => {
  const listId = await listOf(100_000);
  const heap = process.memoryUsage().rss;
  const from = performance.now();
  const id = await begun('Todos', listId);
  const took = performance.now() - from;
  expect(took).toBeLessThan(10_000 * 3);
  expect(process.memoryUsage().rss - heap).toBeLessThan(80_000_000);
  const times: number[] = [];
  for (let n = 0; n < 20; n++) {
    const began = performance.now();
    expect((await showReport(ctx, id)).campaign.counts).toMatchObject({ total: 100_000, waiting: 100_000 });
    times.push(performance.now() - began);
  }
  console.info(`planned in ${Math.round(took)} ms, slowest report ${Math.round(Math.max(...times))} ms`);
}, 120_000);
