import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Client, until } from '../../test/client.ts';
import { type Bench, removeCompanies } from '../bench.ts';
import { openOnNewPhone, signUpCompany } from '../company.ts';
import { cpuMeter } from '../cpu.ts';
import { asSuperuser } from '../database.ts';
import { figureOf } from '../figures.ts';
import { campaignOnTheFloor } from '../floor.ts';
import { createHttp } from '../http.ts';
import { load, summary } from '../load.ts';

const contacts = 50_000;
const alone = 1_000;
const companyName = 'Empresa das campanhas';
/** Messages of an agent, one after the other. */
const sends = 40;
const lookEveryMs = 20;

/**
 * A campaign of 1,000 contacts alone. Then two of 50,000 each on one number, without a pause between messages: how long an agent's message
 * takes on the same number, from the click until it has left, and what the report page of one with 100,000 contacts costs meanwhile.
 */
export async function measureCampaigns({ server, database, tell, pace, afterwards }: Bench): Promise<void> {
  afterwards(() => removeCompanies(database.superUrl, companyName));
  const admin = await signUpCompany(server.url, companyName);
  const http = createHttp(server.url, 4);
  try {
    const { whatsappId, tickets } = await openOnNewPhone(admin, 1);
    const ticketId = tickets[0] ?? 0;
    await admin.call('POST /campaign-settings', { body: { settings: { messageInterval: 0, longerIntervalAfter: 0 } } });
    const quiet = await leaving(admin, ticketId, sends / 2);
    const begin = (contactListId: number) =>
      admin.call('POST /campaigns', {
        body: { name: `Campanha ${contactListId}`, message1: 'Oi, {nome}!', whatsappId, contactListId, scheduledAt: now() },
      });
    const thousand = await list(alone);
    const meter = await cpuMeter(server.pid, database.superUrl);
    const before = meter?.();
    const begun = performance.now();
    const first = await begin(thousand);
    await until(async () => (await report(first.id)).campaign.counts.delivered === alone, 120_000);
    const seconds = (performance.now() - begun) / 1000;
    const after = meter?.();
    const cpu = before && after && { server: (after.server - before.server) / alone, database: (after.database - before.database) / alone };
    tell({
      what: `a campaign of ${alone} contacts, without a pause, until all have it`,
      value: { amount: seconds, unit: 's' },
      target: { atMost: 15 },
    });
    const floor = await onTheFloor(database.url, { companyId: admin.user.companyId, connectionId: whatsappId, campaignId: first.id });
    tell({
      what: '… its messages beside their floor',
      rate: alone / seconds,
      floor,
      ratio: alone / seconds / floor,
      ...(cpu && { cpu }),
      target: { ratio: 0.6 },
    });
    const [small, other, large] = [await list(contacts), await list(contacts), await list(2 * contacts)];
    const running = [await begin(small), await begin(other)];
    for (const { id } of running) await until(async () => (await report(id)).campaign.counts.delivered > 10, 120_000);
    const busy = await leaving(admin, ticketId, sends);
    tell({ what: "an agent's message until it has left, quiet", ...quiet, target: {} });
    tell({ what: "an agent's message until it has left, two campaigns on its number", ...busy, target: { p99: 2_000 } });

    const from = performance.now();
    const { id } = await begin(large);
    await until(async () => (await report(id)).campaign.counts.total === 2 * contacts, 120_000);
    tell({
      what: `a campaign of ${2 * contacts} contacts is taken over`,
      value: { amount: (performance.now() - from) / 1000, unit: 's' },
      target: { atMost: 10 },
    });
    const step = () => http.send('GET', `/v1/campaigns/${id}/report`, { token: admin.token });
    tell(figureOf(`its report, ${2 * contacts} contacts`, summary(await load({ workers: 1, seconds: 4 * pace, step })), { p99: 100 }));
    const rows = () => http.send('GET', `/v1/campaigns/${id}/shippings?pageNumber=1`, { token: admin.token });
    tell(figureOf('a page of its contacts', summary(await load({ workers: 1, seconds: 4 * pace, step: rows })), { p99: 100 }));
  } finally {
    http.close();
  }

  function report(campaignId: number) {
    return admin.call('GET /v1/campaigns/:campaignId/report', { params: { campaignId } });
  }

  /** A list of numbers that are known to be valid. */
  async function list(count: number): Promise<number> {
    const { id } = await admin.call('POST /contact-lists', { body: { name: `Lista de ${count}` } });
    await asSuperuser(database.superUrl, (client) =>
      client.query(
        `insert into contact_list_items (company_id, list_id, name, number, email, validity)
          select $1, $2, 'Pessoa ' || n, '5531' || (900000000 + n)::text, '', 'valid' from generate_series(1, $3::int) n`,
        [admin.user.companyId, id, count],
      ),
    );
    return id;
  }
}

/** So many messages of a campaign a second, one after the other, with nothing but their statements. */
async function onTheFloor(
  url: string,
  { companyId, connectionId, campaignId }: { companyId: number; connectionId: number; campaignId: number },
) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set app.company_id = '${companyId}'`);
    const { rows } = await client.query<{ id: number }>('select id from campaign_shippings where company_id = $1 and campaign_id = $2', [
      companyId,
      campaignId,
    ]);
    const begun = performance.now();
    for (const [i, { id: shippingId }] of rows.entries()) {
      const to = { name: `Pessoa ${i}`, number: `5532${900_000_000 + i}`, body: `Oi, Pessoa ${i}!` };
      await campaignOnTheFloor(client, { companyId, connectionId, shippingId, ...to });
    }
    return (1000 * rows.length) / (performance.now() - begun);
  } finally {
    await client.end();
  }
}

const now = () => new Date().toISOString();

/** How long messages take until they have left the outbox, in ms. */
async function leaving(admin: Client, ticketId: number, count: number): Promise<{ p50: number; p99: number }> {
  const times: number[] = [];
  const started = performance.now();
  for (let i = 0; i < count; i++) {
    const from = performance.now();
    const [sent] = await admin.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: `Seu pedido ${i} sai hoje.` } });
    for (;;) {
      const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId } });
      const state = messages.find((message) => message.id === sent?.id)?.state;
      if (state !== undefined && state !== 'queued' && state !== 'sending') break;
      await delay(lookEveryMs);
    }
    times.push(performance.now() - from);
  }
  const { p50, p99 } = summary({ times, seconds: (performance.now() - started) / 1000 });
  return { p50, p99 };
}
