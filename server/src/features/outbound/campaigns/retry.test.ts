// What a contact gets of a campaign in several messages, of which some fail: what is noted, and what is sent again.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { SendFailure } from '../../../gateways/whatsapp/port.ts';
import { asSystem, type Outside } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection, setConnectionStatus } from '../../company/connections/actions.ts';
import { deliverOutbox } from '../../desk/messages/actions/out/deliver.ts';
import { createCampaign } from './actions/edit.ts';
import { answeredJob, confirmedJob, followMessages } from './actions/follow.ts';
import { cancelCampaign, restartCampaign, retryFailed, saveSettings } from './actions/move.ts';
import { planCampaign, startCampaign } from './actions/plan.ts';
import { runCampaigns } from './actions/run.ts';
import { listShippings, showReport } from './reads.ts';

let company: TestCompany;
let ctx: Outside;
let connectionId: number;
let fileListId: number;
/** What the channel takes no message with: a text, or the key of a file. */
const refused = new Map<string, SendFailure>();
/** What the channel took. */
let taken: string[] = [];

beforeAll(async () => {
  company = await createTestCompany({
    features,
    plan: { connections: 10 },
    gateways: (made) => ({
      ...made,
      channel: (kind) => {
        const channel = made.channel(kind);
        return {
          ...channel,
          async send(account, outgoing) {
            const content = JSON.stringify(outgoing.content);
            for (const [what, failure] of refused) if (content.includes(what)) throw failure;
            taken.push(content);
            return channel.send(account, outgoing);
          },
        };
      },
    }),
  });
});
afterAll(() => company.close());

const inDb = <R>(statement: ReturnType<typeof sql<R>>) =>
  platformTransaction(company.base, async ({ db }) => (await statement.execute(db)).rows);

beforeEach(async () => {
  refused.clear();
  taken = [];
  const admin = await company.another();
  ctx = asSystem(admin, admin.companyId);
  await inDb(sql`update companies set status = true, due_date = '2030-01-01' where id = ${ctx.companyId}`);
  connectionId = (await createConnection(ctx, { name: 'Telefone', channel: 'simulator' })).id;
  await transaction(ctx, (ctx) => setConnectionStatus(ctx, connectionId, { status: 'CONNECTED', statusReason: null }));
  await saveSettings(ctx, { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 });
  const [files] = await inDb(sql<{ id: number }>`
    insert into file_lists (company_id, name, message) values (${ctx.companyId}, 'Catálogos', '') returning id`);
  fileListId = files?.id ?? 0;
  await inDb(sql`
    insert into file_options (company_id, list_id, name, media_key, media_name, media_mime, media_size, position)
    select ${ctx.companyId}, ${fileListId}, 'Tabela ' || n, 'tabela' || n, 'tabela' || n || '.pdf', 'application/pdf', 5, n from generate_series(1, 2) n`);
  for (const key of ['tabela1', 'tabela2']) await ctx.gateways.files.put(key, Buffer.from('%PDF-'), { mime: 'application/pdf' });
});

async function begun(more: Partial<Parameters<typeof createCampaign>[1]> = {}): Promise<number> {
  const [list] = await inDb(sql<{ id: number }>`
    insert into contact_lists (company_id, name) values (${ctx.companyId}, 'Clientes') returning id`);
  await inDb(sql`
    insert into contact_list_items (company_id, list_id, name, number, email, validity)
    values (${ctx.companyId}, ${list?.id}, 'Rita Moura', '5548988112233', '', 'valid')`);
  const { id } = await createCampaign(ctx, {
    name: 'Catálogos',
    message1: 'Oi, {nome}',
    message2: 'Olá, {nome}',
    contactListId: list?.id ?? 0,
    whatsappId: connectionId,
    fileListId,
    scheduledAt: company.clock.now().toISOString(),
    ...more,
  });
  await startCampaign(ctx, id);
  await goOn(id);
  return id;
}

async function goOn(id: number): Promise<void> {
  await planCampaign(ctx, id);
  for (let round = 0; round < 4; round++) {
    await runCampaigns(ctx, connectionId);
    await deliverOutbox(ctx, connectionId);
    await followMessages(ctx);
  }
}

async function again(id: number): Promise<void> {
  taken = [];
  await retryFailed(ctx, id);
  await goOn(id);
}

/** How the messages that the channel took begin: with the name of a file, or the text. */
const heard = () => taken.map((content) => /tabela\d|(Oi|Olá), [^"]*|Posso[^"]*/.exec(content)?.[0]);
const shipping = async (id: number) => (await listShippings(ctx, id, { searchParam: '', pageNumber: 1 })).records[0];
const media = () => new SendFailure('refused', 'media_rejected', 'too large');

test('a file that failed before the text that arrived is noted with the reason, and it alone is sent again', async () => {
  refused.set('tabela1', media());
  const id = await begun();
  expect(heard()).toEqual(['tabela2', 'Oi, Rita Moura']);
  expect(await shipping(id)).toMatchObject({ state: 'failed', reason: 'media_rejected', deliveredAt: expect.any(String), variant: 1 });
  expect((await showReport(ctx, id)).campaign).toMatchObject({ status: 'FINALIZADA', counts: { delivered: 0, failed: 1 } });

  await again(id);
  expect(heard()).toEqual([]);
  expect(await shipping(id)).toMatchObject({ state: 'failed', reason: 'media_rejected', deliveredAt: expect.any(String) });

  refused.clear();
  await again(id);
  expect(heard()).toEqual(['tabela1']);
  expect(await shipping(id)).toMatchObject({ state: 'sent', reason: null, message: 'Oi, Rita Moura', variant: 1 });
  const { campaign, variants } = await showReport(ctx, id);
  expect(campaign.counts).toMatchObject({ delivered: 1, failed: 0, waiting: 0 });
  expect(variants.map(({ delivered }) => delivered)).toEqual([1, 0]);
});

test('a text that failed after its files is sent again without them, also after that was cancelled', async () => {
  refused.set('Rita Moura', new SendFailure('refused', 'rate_limited', 'later'));
  const id = await begun();
  expect(heard()).toEqual(['tabela1', 'tabela2']);
  expect(await shipping(id)).toMatchObject({ state: 'failed', reason: 'rate_limited', deliveredAt: expect.any(String) });

  refused.clear();
  taken = [];
  await retryFailed(ctx, id);
  await planCampaign(ctx, id);
  await runCampaigns(ctx, connectionId);
  await cancelCampaign(ctx, id);
  expect(await shipping(id)).toMatchObject({ state: 'waiting', reason: null });
  await restartCampaign(ctx, id);
  await goOn(id);
  expect(heard()).toHaveLength(1);
  expect(heard()[0]).toContain('Rita Moura');
  expect(await shipping(id)).toMatchObject({ state: 'sent', reason: null });
});

test('what may have arrived is not sent again, and stays noted when the rest has arrived', async () => {
  const id = await begun();
  const key = (part: string) =>
    sql`(select id from messages where company_id = ${ctx.companyId} and client_key like ${`automatic:campaign:%:0:${part}`})`;
  // As if the channel had said nothing of the text, and refused a file later.
  await inDb(
    sql`update messages set state = 'failed', fail_reason = 'unconfirmed' where company_id = ${ctx.companyId} and id = ${key('t2')}`,
  );
  await inDb(
    sql`update messages set state = 'failed', fail_reason = 'rate_limited' where company_id = ${ctx.companyId} and id = ${key('t0')}`,
  );
  await inDb(sql`insert into campaign_news (company_id, message_id) values (${ctx.companyId}, ${key('t0')})`);
  await followMessages(ctx);
  expect(await shipping(id)).toMatchObject({ state: 'failed', reason: 'rate_limited', deliveredAt: expect.any(String) });
  await again(id);
  expect(heard()).toEqual(['tabela1']);
  expect(await shipping(id)).toMatchObject({ state: 'failed', reason: 'unconfirmed', deliveredAt: expect.any(String) });
  await again(id);
  expect(heard()).toEqual([]);
});

test('who got part of it, and may no longer get the rest, is not told of as left out', async () => {
  refused.set('tabela1', media());
  const id = await begun();
  refused.clear();
  await inDb(sql`
    with said as (insert into contact_consents (company_id, number, state, words, source) values (${ctx.companyId}, '5548988112233', 'out', 'SAIR', 'customer') returning id)
    insert into contact_opt_outs (company_id, kind, value, consent_id) select ${ctx.companyId}, 'phone', '5548988112233', id from said`);
  await again(id);
  expect(heard()).toEqual([]);
  expect(await shipping(id)).toMatchObject({ state: 'failed', reason: 'opted_out', deliveredAt: expect.any(String) });
});

test('who has confirmed is not asked again when the text failed', async () => {
  const id = await begun({ confirmation: true, confirmationMessage1: 'Posso, {nome}?', fileListId: null });
  expect(heard()).toEqual(['Posso, Rita Moura?']);
  const [asked] = await inDb(sql<{ id: number; message_id: number }>`
    select id, message_id from campaign_shippings where company_id = ${ctx.companyId}`);
  const payload = { campaignId: id, shippingId: asked?.id ?? 0 };
  await answeredJob.run(ctx, { ...payload, messageId: asked?.message_id ?? 0 });
  refused.set('Rita Moura', new SendFailure('refused', 'rate_limited', 'later'));
  await confirmedJob.run(ctx, payload);
  await goOn(id);
  expect(await shipping(id)).toMatchObject({ state: 'failed', reason: 'rate_limited', deliveredAt: null });
  refused.clear();
  await again(id);
  expect(heard()).toHaveLength(1);
  expect(heard()[0]).not.toContain('Posso');
  expect(await shipping(id)).toMatchObject({ state: 'sent', confirmation: true });
});
