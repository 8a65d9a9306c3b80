import { setTimeout as delay } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import WebSocket from 'ws';
import { type Client, connect, until } from '../../test/client.ts';
import { adminToken, type Bench, numbers, removeCompanies, tokenOf } from '../bench.ts';
import { customerOf, openOnNewPhone, signUpCompany } from '../company.ts';
import { asSuperuser } from '../database.ts';
import { timesOf } from '../figures.ts';
import { createHttp } from '../http.ts';
import { openOnPhones } from '../inbox.ts';
import { type Measured, summary } from '../load.ts';
import { active, cloudConnections, company, connectionOf, size } from '../seed.ts';
import { sheet, sheetRows, startImport } from './importing.ts';
import { webhookOf } from './receiving.ts';

const sockets = 500;
const people = 20;
/** Inbound messages a second: most at the large company, by webhooks; the rest on the simulated phones of the others. */
const inbound = { large: 30, others: 20 };
/** Somebody looks at the list, opens a conversation and answers in it, this often. */
const answerEveryMs = 4_000;
/** Besides the seeded company. */
const others = ['Padaria do dia', 'Oficina do dia', 'Clínica do dia', 'Livraria do dia'];
const campaignContacts = 2_000;
/** The shortest there is between two messages of a campaign, but for none. */
const pauseMs = 5_000;
const warmUpMs = 60_000;
/** Access tokens last fifteen minutes, and are taken before the warm-up. */
const longestMs = 12 * 60_000;

/** One of the five companies: who is signed in there, and which conversations are answered. */
type Desk = { id: number; token: string; tickets: number[]; whatsappId: number | null; sent: number; heard: number; lastMessage: number };

/**
 * Everything at once, for ten minutes: 500 browsers of five companies listen, 50 customers a second write, 20 people answer, a campaign goes
 * out, and a sheet of 50,000 contacts comes in. Tells how long people wait, how memory grows, and throws if anything was lost.
 */
export async function measureDay({ server, database, tell, pace, afterwards }: Bench): Promise<void> {
  afterwards(() => removeCompanies(database.superUrl, ...others));
  const http = createHttp(server.url, 64);
  const random = numbers(23);
  // Making it takes a second or more, in which no answer would be heard.
  const workbook = sheet();
  const admins = await Promise.all(others.map((name) => signUpCompany(server.url, name)));
  const rows = <R extends object>(text: string, values: unknown[]) =>
    asSuperuser(database.superUrl, async (client) => (await client.query<R>(text, values)).rows);
  const lastMessageOf = async (id: number) =>
    Number((await rows<{ id: string }>('select coalesce(max(id), 0) as id from messages where company_id = $1', [id]))[0]?.id);

  const desks: Desk[] = [];
  const large = { id: company, token: await adminToken(), tickets: await openOnPhones(database.superUrl), whatsappId: null };
  for (const desk of [large, ...(await Promise.all(admins.map(deskOf)))])
    desks.push({ ...desk, sent: 0, heard: 0, lastMessage: await lastMessageOf(desk.id) });
  const browsers = await listen(server.url, desks);

  const failed: unknown[] = [];
  const underWay = new Set<Promise<unknown>>();
  let over = false;
  /** Does `work` at this rate until the day is over, whether or not the one before is done. */
  const beat = async (everyMs: number, work: (i: number) => Promise<unknown>) => {
    const started = performance.now();
    for (let i = 0; !over; i++) {
      await delay(Math.max(0, started + i * everyMs - performance.now()));
      const done = work(i)
        .catch((error: unknown) => void failed.push(error))
        .finally(() => underWay.delete(done));
      underWay.add(done);
    }
  };
  const times: Record<'lists' | 'threads' | 'answers' | 'webhooks', number[]> = { lists: [], threads: [], answers: [], webhooks: [] };
  let isMeasured = false;
  const timed = async (kind: keyof typeof times, ask: () => Promise<unknown>) => {
    const from = performance.now();
    await ask();
    if (isMeasured) times[kind].push(performance.now() - from);
  };
  let answers = 0;
  const answer = async (i: number) => {
    const desk = desks[i % desks.length] as Desk;
    const { token } = desk;
    const ticket = desk.tickets[random(desk.tickets.length)];
    await timed('lists', () => http.send('GET', '/tickets?status=open&showAll=true', { token }));
    await timed('threads', () => http.send('GET', `/messages/${ticket}`, { token }));
    const headers = { 'content-type': 'application/json' };
    await timed('answers', () =>
      http.send('POST', `/messages/${ticket}`, { token, headers, body: JSON.stringify({ body: `Resposta ${i}` }) }),
    );
    answers++;
  };
  const writeToLarge = async () => {
    let contactId = 1 + random(active);
    while (connectionOf(contactId) > cloudConnections) contactId = 1 + random(active);
    const { path, body, signature } = webhookOf(contactId);
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
    await timed('webhooks', () => http.send('POST', path, { headers, body }));
    (desks[0] as Desk).sent++;
  };
  const writeToOthers = async (i: number) => {
    const desk = desks[1 + (i % others.length)] as Desk;
    const body = JSON.stringify({ from: customerOf(random(300)), name: 'Cliente', body: `Pergunta ${i}` });
    await http.send('POST', `/simulator/${desk.whatsappId}/messages`, {
      token: desk.token,
      headers: { 'content-type': 'application/json' },
      body,
    });
    desk.sent++;
  };
  const memory: number[] = [];
  const beats = Promise.all([
    beat(answerEveryMs / people, answer),
    beat(1000 / inbound.large, writeToLarge),
    beat(1000 / inbound.others, writeToOthers),
    beat(5_000, async () => void (isMeasured && memory.push(await server.residentMb()))),
  ]);
  const dayMs = Math.min(600_000 * pace, longestMs);
  await delay(warmUpMs * Math.min(pace, 1));
  isMeasured = true;
  const started = performance.now();
  const [campaigner, importer] = admins as [Client, Client];
  const campaignId = await beginCampaign(campaigner, (desks[1] as Desk).whatsappId ?? 0);
  const imported = await startImport(server.url, importer.token, workbook);
  // The sheet is read by then, so that what remains is what messages leave behind.
  await delay(dayMs / 2 - (performance.now() - started));
  const middle = await server.heldMb();
  await delay(dayMs - (performance.now() - started));
  const end = await server.heldMb();
  over = true;
  await beats;
  await Promise.all(underWay);
  const seconds = (performance.now() - started) / 1000;

  if (failed.length > 0) throw new Error(`${failed.length} requests failed, the first: ${failed[0]}`);
  const all = [...times.lists, ...times.threads, ...times.answers];
  const of = (some: number[]): Measured => summary({ times: some, seconds });
  tell(timesOf('a whole day: what people ask', of(all), { p99: 100 }));
  for (const [kind, what] of [
    ['lists', 'lists'],
    ['threads', 'threads'],
    ['answers', 'answers'],
    ['webhooks', 'webhooks of customers'],
  ] as const)
    tell(timesOf(`a whole day: ${what}`, of(times[kind]), {}));
  tell({ what: 'a whole day: most memory of the server', value: { amount: Math.max(...memory), unit: 'MB' }, target: {} });
  tell({ what: 'a whole day: what it holds in the middle', value: { amount: middle, unit: 'MB' }, target: {} });
  tell({
    what: 'a whole day: growth from there to the end',
    value: { amount: end - middle, unit: 'MB' },
    target: { atMost: 0.1 * middle },
  });

  await nothingLost();
  browsers.close();
  http.close();

  async function nothingLost(): Promise<void> {
    const lost: string[] = [];
    const count = async (text: string, values: unknown[]) => Number((await rows<{ n: string }>(text, values))[0]?.n);
    const left = () =>
      count(
        `select count(*) as n from messages m join unnest($1::bigint[], $2::bigint[]) as d (company_id, last) using (company_id)
          where m.id > d.last and m.from_me and m.body like '%Resposta %' and m.state not in ('queued', 'sending', 'failed')`,
        [desks.map(({ id }) => id), desks.map(({ lastMessage }) => lastMessage)],
      );
    await until(async () => (await left()) === answers, 60_000).catch(async () => {
      lost.push(`${answers} answers were accepted, ${await left()} have left`);
    });
    for (const { id, sent, lastMessage } of desks) {
      const stored = await count('select count(*) as n from messages where company_id = $1 and id > $2 and not from_me', [id, lastMessage]);
      if (stored !== sent) lost.push(`company ${id}: ${sent} came in, ${stored} are stored`);
    }
    for (const { id, sent, heard } of desks)
      if (heard !== sent) lost.push(`company ${id}: of ${sent} that came in, its first browser heard ${heard}`);
    const closed = browsers.closed();
    if (closed > 0) lost.push(`the lines of ${closed} browsers`);
    const done = await until(async () => {
      const found = await importer.call('GET /v1/imports/:importId', { params: { importId: imported.id } });
      return found.finishedAt !== null && found;
    }, 300_000);
    if (done.created + done.invalid !== sheetRows || done.processed !== sheetRows || done.status !== 'done')
      lost.push(`rows of the sheet: ${JSON.stringify(done)}`);
    const { campaign } = await campaigner.call('GET /v1/campaigns/:campaignId/report', { params: { campaignId } });
    const [written = { people: '0', messages: '0' }] = await rows<{ people: string; messages: string }>(
      `select count(distinct contact_id) as people, count(*) as messages from messages where company_id = $1 and body like '%Novidade%' and from_me`,
      [campaigner.user.companyId],
    );
    // Half of what its pause lets out.
    const expected = dayMs / pauseMs / 2;
    if (written.people !== written.messages || campaign.counts.delivered < expected)
      lost.push(`the campaign: ${JSON.stringify(written)}, ${JSON.stringify(campaign.counts)}`);
    if (lost.length > 0) throw new Error(lost.join('\n'));
  }

  async function beginCampaign(admin: Client, whatsappId: number): Promise<number> {
    await admin.call('POST /campaign-settings', { body: { settings: { messageInterval: pauseMs / 1000, longerIntervalAfter: 0 } } });
    const { id: contactListId } = await admin.call('POST /contact-lists', { body: { name: 'Clientes' } });
    await rows(
      `insert into contact_list_items (company_id, list_id, name, number, email, validity)
        select $1, $2, 'Pessoa ' || n, '5531' || (900000000 + n)::text, '', 'valid' from generate_series(1, $3::int) n`,
      [admin.user.companyId, contactListId, campaignContacts],
    );
    const scheduledAt = new Date().toISOString();
    const { id } = await admin.call('POST /campaigns', {
      body: { name: 'Novidades', message1: 'Novidade, {nome}!', whatsappId, contactListId, scheduledAt },
    });
    return id;
  }
}

async function deskOf(admin: Client) {
  const { whatsappId, tickets } = await openOnNewPhone(admin, 20);
  return { id: admin.user.companyId, token: admin.token, tickets, whatsappId };
}

/** Opens the browsers' sockets, as many for each company; the first of each counts what customers wrote. `closed`: how many lines the server has closed. */
async function listen(url: string, desks: Desk[]): Promise<{ closed(): number; close(): void }> {
  const large = await Promise.all(Array.from({ length: size.admins }, (_, i) => tokenOf(i + 1)));
  const lines: WebSocket[] = [];
  const first: Socket[] = [];
  for (const desk of desks) {
    const tokenFor = (i: number) => (desk.id === company ? (large[i % large.length] ?? '') : desk.token);
    const socket = await connect(url, tokenFor(0));
    socket.removeAllListeners('disconnect');
    socket.on(`company-${desk.id}-appMessage`, ({ action, message }: { action: string; message: { fromMe: boolean } }) => {
      if (action === 'create' && !message.fromMe) desk.heard++;
    });
    first.push(socket);
    for (let i = 1; i < sockets / desks.length; i++) lines.push(await lineOf(url, tokenFor(i)));
  }
  return {
    closed: () => lines.filter(({ readyState }) => readyState !== WebSocket.OPEN).length,
    close: () => {
      for (const socket of first) socket.disconnect();
      for (const line of lines) line.close();
    },
  };
}

/**
 * The line of a browser that does not read what it is told. Browsers do that on machines of their own; for hundreds of them it would take as much of
 * these cores as the server does.
 */
function lineOf(url: string, token: string): Promise<WebSocket> {
  const line = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&token=${token}`, {
    skipUTF8Validation: true,
  });
  return new Promise((resolve, reject) => {
    let isReady = false;
    line.on('message', (data: Buffer) => {
      // A sign of life that is asked for.
      if (data.length === 1) return line.send('3');
      if (isReady) return;
      const text = data.toString();
      if (text.startsWith('0')) line.send('40');
      isReady = text.startsWith('42["ready"');
      if (isReady) resolve(line);
    });
    line.once('error', reject);
    line.once('close', () => reject(new Error('closed before it was ready')));
  });
}
