// Webhooks against receivers on this machine, by the clock of the test. The sender is started and stopped by hand.
import { createHmac } from 'node:crypto';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ImportView } from '@balcao/contract/imports';
import { type WebhookEventName, webhookEventNames, webhooksMax } from '@balcao/contract/webhook-rules';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Client, heard, signIn, until } from '../../../../test/client.ts';
import { givenPhone } from '../../../../test/given.ts';
import { givenCompany, newIp, password } from '../../../../test/people.ts';
import { givenPlan } from '../../../../test/plans.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { contactsChanged } from '../../../events/contacts.ts';
import { importChanged } from '../../../events/imports.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { addContacts } from '../../desk/contacts/actions/add-contacts.ts';
import { createContact } from '../../desk/contacts/actions/change-contact.ts';
import { attempt, claimEvents } from './actions/attempt.ts';
import { createWebhook } from './actions/change-webhook.ts';
import { keepDelivering } from './actions/keep-delivering.ts';
import { webhookJobs } from './jobs.ts';

let world: World;
const allowed = new Set<string>();
beforeAll(async () => {
  world = await createWorld({ roles: ['web'], http: { allowPrivate: (origin) => allowed.has(origin) } });
});
afterAll(() => world.close());

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
});
async function sender() {
  const keeper = await keepDelivering(world.app.base, 20);
  running.push(keeper);
  return keeper;
}

type Got = {
  id: string;
  event: string;
  headers: IncomingHttpHeaders;
  raw: string;
  body: { data: Record<string, { id: number; body?: string }> };
};
type Receiver = { url: string; got: Got[]; asked: number; answer: (got: Got) => number | 'never' };

/** A receiver that answers as it is told; `got` has what it took. */
async function givenReceiver(may = true): Promise<Receiver> {
  const server = http.createServer(async (request, response) => {
    let raw = '';
    for await (const part of request) raw += part;
    receiver.asked += 1;
    const body = JSON.parse(raw);
    const got = { id: body.id, event: body.event, headers: request.headers, raw, body };
    const status = receiver.answer(got);
    if (status === 'never') return;
    if (status < 300) receiver.got.push(got);
    response.writeHead(status).end('visto');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (may) allowed.add(origin);
  const receiver: Receiver = { url: `${origin}/eventos`, got: [], asked: 0, answer: () => 200 };
  return receiver;
}

type Shop = { admin: Client; phone: number; webhookId: number; secret: string; says(from: number, body: string): Promise<unknown> };

async function givenShop(url: string, events: readonly WebhookEventName[] = webhookEventNames): Promise<Shop> {
  const admin = await givenCompany(world.url);
  const phone = await givenPhone(admin);
  const { id: webhookId, secret } = await admin.call('POST /v1/webhooks', { body: { name: 'Pedidos', url, events: [...events] } });
  const says = (from: number, body: string) =>
    shop.admin.call('POST /simulator/:whatsappId/messages', {
      params: { whatsappId: phone },
      body: { from: `55489990${10_000 + from}`, name: `Cliente ${from}`, body },
    });
  const shop: Shop = { admin, phone, webhookId, secret, says };
  return shop;
}

const log = async ({ admin, webhookId }: Shop, state?: 'waiting' | 'delivered' | 'dead') =>
  (await admin.call('GET /v1/webhooks/:webhookId/deliveries', { params: { webhookId }, query: state ? { state } : {} })).deliveries;
const show = ({ admin, webhookId }: Shop) => admin.call('GET /v1/webhooks/:webhookId', { params: { webhookId } });
/** Waits until no attempt is under way. */
async function idle({ webhookId }: Shop): Promise<void> {
  await until(async () => {
    const { rows } = await platformTransaction(world.app.base, ({ db }) =>
      sql`select 1 from webhook_lines where webhook_id = ${webhookId} and lease_until is not null`.execute(db),
    );
    return rows.length === 0;
  });
}

/** So many minutes pass; the admin signs in again. */
async function minutes(n: number, shop: Shop): Promise<void> {
  world.clock.advance(n * 60_000);
  shop.admin = await signIn(world.url, shop.admin.user.email, password, newIp());
}

test('what happens is told, signed with its time, to those who want to know', async () => {
  const receiver = await givenReceiver();
  const shop = await givenShop(receiver.url, ['ticket.created', 'message.received', 'contact.created', 'ticket.closed']);
  await sender();
  await shop.says(1, 'Bom dia');
  await until(() => receiver.got.length === 3);
  expect(receiver.got.map(({ event }) => event).sort()).toEqual(['contact.created', 'message.received', 'ticket.created']);
  const message = receiver.got.find(({ event }) => event === 'message.received');
  expect(message?.body).toMatchObject({
    id: message?.headers['webhook-id'],
    companyId: shop.admin.user.companyId,
    data: { message: { body: 'Bom dia', fromMe: false }, ticket: { status: 'pending', contact: { name: 'Cliente 1' } } },
  });
  const seconds = message?.headers['webhook-timestamp'];
  expect(Math.abs(Number(seconds) - world.clock.now().getTime() / 1000)).toBeLessThan(60);
  const secret = Buffer.from(shop.secret.replace('whsec_', ''), 'base64');
  const signed = createHmac('sha256', secret).update(`${message?.id}.${seconds}.${message?.raw}`).digest('base64');
  expect(message?.headers['webhook-signature']).toBe(`v1,${signed}`);
  await until(async () => (await log(shop, 'delivered')).length === 3);
  expect(await show(shop)).toMatchObject({ waiting: 0, dead: 0, failingSince: null, lastDeliveredAt: expect.any(String) });
});

const sheet: ImportView = {
  ...{ id: 1, kind: 'contacts', status: 'done', contactListId: null, fileName: 'agenda.csv', total: 2, processed: 2, created: 2 },
  ...{ duplicates: 0, invalid: 0, error: null, userId: null, createdAt: '', updatedAt: '', finishedAt: null },
};

test('tags and what many contacts at once are told of', async () => {
  const shop = await givenShop((await givenReceiver()).url, [
    'tag.created',
    'tag.deleted',
    'ticket.tagged',
    'contacts.changed',
    'import.finished',
  ]);
  const { admin } = shop;
  await shop.says(1, 'Bom dia');
  const tag = await admin.call('POST /tags', { body: { name: 'Orçamento' } });
  const [ticket] = (await admin.call('GET /tickets', { query: { status: 'pending', showAll: true } })).tickets;
  const body = { ticketId: ticket?.id ?? 0, tags: [{ id: tag.id }] };
  for (let twice = 0; twice < 2; twice += 1) await admin.call('POST /tags/sync', { body });
  await transaction(asSystem(world.app.base, mintCompanyId(admin.user.companyId)), async (ctx) => {
    const given = ['5548999010111', '5548999010112'].map((number) => ({ name: 'Um', number, email: '' }));
    await addContacts(ctx, given);
    for (const status of ['running', 'done'] as const) await ctx.publish(importChanged, { import: { ...sheet, status } });
    await ctx.publish(contactsChanged, { count: 2, importing: true });
  });
  await admin.call('DELETE /tags/:tagId', { params: { tagId: tag.id } });
  const told = (await log(shop)).map(({ event }) => event).reverse();
  expect(told).toEqual(['tag.created', 'ticket.tagged', 'contacts.changed', 'import.finished', 'tag.deleted']);
});

test('an event is there if and only if its cause is', async () => {
  const receiver = await givenReceiver();
  const shop = await givenShop(receiver.url);
  const ctx = { ...asSystem(world.app.base, mintCompanyId(shop.admin.user.companyId)) };
  const failed = transaction(ctx, async (tx) => {
    await createContact({ ...ctx, ...tx } as never, { name: 'Ninguém', number: '5548999010101' });
    throw new Error('afterwards');
  });
  await expect(failed).rejects.toThrow('afterwards');
  expect(await log(shop)).toEqual([]);
  await createContact(ctx, { name: 'Alguém', number: '5548999010102' });
  expect((await log(shop)).map(({ event, state }) => [event, state])).toEqual([['contact.created', 'waiting']]);
});

test('a receiver that is down for an hour gets everything once, each ticket in its order, also over a restart', {
  timeout: 60_000,
}, async () => {
  const receiver = await givenReceiver();
  const shop = await givenShop(receiver.url, ['message.received']);
  const socket = await shop.admin.socket();
  onTestFinished(() => void socket.close());
  const fails = heard<{ record: { failingSince: string | null } }>(
    socket,
    `company-${shop.admin.user.companyId}-webhook`,
    ({ record }) => record.failingSince !== null,
  );
  receiver.answer = () => 503;
  const first = await sender();
  for (const word of ['um', 'dois', 'três']) for (const from of [1, 2, 3, 4, 5]) await shop.says(from, word);
  await until(() => receiver.asked >= 3);
  await fails;
  await idle(shop);
  for (let passed = 0; passed < 30; passed += 10) {
    const { asked } = receiver;
    await minutes(10, shop);
    await until(() => receiver.asked > asked);
    await idle(shop);
  }
  await first.stop();
  await sender();
  for (let passed = 0; passed < 30; passed += 10) {
    const { asked } = receiver;
    await minutes(10, shop);
    await until(() => receiver.asked > asked);
    await idle(shop);
  }
  await shop.says(1, 'quatro');
  expect(receiver.got).toEqual([]);
  // It was left alone meanwhile: not each event was tried each time.
  expect(receiver.asked).toBeLessThan(40);
  receiver.answer = () => 200;
  await minutes(6, shop);
  await until(() => receiver.got.length >= 16, 15_000);
  expect(new Set(receiver.got.map(({ id }) => id)).size).toBe(16);
  expect(receiver.got).toHaveLength(16);
  const tickets = [...new Set(receiver.got.map(({ body }) => body.data.ticket?.id))];
  const words = tickets.map((id) =>
    receiver.got.filter(({ body }) => body.data.ticket?.id === id).map(({ body }) => body.data.message?.body),
  );
  expect(words.map((each) => each.slice(0, 3))).toEqual(Array(5).fill(['um', 'dois', 'três']));
  expect(words.flat().filter((word) => word === 'quatro')).toHaveLength(1);
  // The receiver has it a moment before it is noted that it does.
  await until(async () => {
    const { failingSince, waiting } = await show(shop);
    return failingSince === null && waiting === 0;
  });
});

test('once a receiver answers again, what waited longer only because it was away goes at once', async () => {
  const receiver = await givenReceiver();
  const shop = await givenShop(receiver.url, ['message.received']);
  for (const from of [1, 2, 3]) await shop.says(from, 'oi');
  const inAnHour = new Date(world.clock.now().getTime() + 3_600_000);
  await platformTransaction(world.app.base, async ({ db }) => {
    await sql`update webhooks set failures = 5, failing_since = now() where id = ${shop.webhookId}`.execute(db);
    await sql`update webhook_lines set next_at = ${inAnHour} where webhook_id = ${shop.webhookId}
      and line > (select min(line) from webhook_lines where webhook_id = ${shop.webhookId})`.execute(db);
  });
  await sender();
  await until(() => receiver.got.length === 3);
});

test('one event that is refused holds up its own ticket alone', async () => {
  const receiver = await givenReceiver();
  const shop = await givenShop(receiver.url, ['message.received']);
  receiver.answer = ({ body }) => (body.data.message?.body === 'veneno' ? 500 : 200);
  await sender();
  await shop.says(1, 'veneno');
  await shop.says(1, 'depois');
  for (const from of [2, 3, 4]) await shop.says(from, 'outra');
  await until(() => receiver.got.length === 3);
  expect(receiver.got.map(({ body }) => body.data.message?.body)).toEqual(['outra', 'outra', 'outra']);
  receiver.answer = () => 200;
  await minutes(1, shop);
  await until(() => receiver.got.length === 5);
  expect(receiver.got.slice(3).map(({ body }) => body.data.message?.body)).toEqual(['veneno', 'depois']);
});

test('an event that is refused waits longer each time, and its webhook is not left alone for it', async () => {
  const receiver = await givenReceiver();
  const shop = await givenShop(receiver.url, ['message.received']);
  receiver.answer = ({ body }) => (body.data.message?.body === 'veneno' ? 400 : 200);
  await shop.says(1, 'veneno');
  const ctx = asSystem(world.app.base, mintCompanyId(shop.admin.user.companyId));
  const claim = () => claimEvents(ctx, shop.webhookId, 1);
  for (const seconds of [10, 30, 60]) {
    for (const each of await claim()) await attempt(ctx, each);
    world.clock.advance(seconds * 850);
    expect(await claim()).toEqual([]);
    world.clock.advance(seconds * 300);
  }
  for (const each of await claim()) await attempt(ctx, each);
  expect(receiver.asked).toBe(4);
  await sender();
  await shop.says(2, 'outra');
  await until(() => receiver.got.length === 1);
});

test('what no attempt of a day delivers is given up, stays to be seen, and can be sent again as the same event', async () => {
  const receiver = await givenReceiver();
  const shop = await givenShop(receiver.url, ['message.received']);
  receiver.answer = () => 400;
  await sender();
  await shop.says(1, 'perdida');
  await until(() => receiver.asked === 1);
  await idle(shop);
  await minutes(25 * 60, shop);
  const [dead] = await until(async () => {
    const found = await log(shop, 'dead');
    return found.length === 1 && found;
  });
  expect(dead).toMatchObject({ event: 'message.received', status: 400, reason: 'status', attempts: 2 });
  expect(await show(shop)).toMatchObject({ waiting: 0, dead: 1 });
  const params = { deliveryId: dead?.id ?? 0 };
  expect(await shop.admin.call('GET /v1/webhook-deliveries/:deliveryId', { params })).toMatchObject({
    answer: 'visto',
    body: expect.stringContaining('perdida'),
  });
  receiver.answer = () => 204;
  expect(await shop.admin.call('POST /v1/webhook-deliveries/:deliveryId/replay', { params })).toMatchObject({
    state: 'waiting',
    attempts: 0,
  });
  await until(() => receiver.got.length === 1);
  expect(receiver.got[0]?.id).toBe(dead?.eventId);
  await until(async () => (await log(shop, 'delivered')).length === 1);
  // Also what was delivered, and all that was given up.
  await shop.admin.call('POST /v1/webhook-deliveries/:deliveryId/replay', { params });
  await until(() => receiver.got.length === 2);
  expect(await shop.admin.call('POST /v1/webhooks/:webhookId/replay', { params: { webhookId: shop.webhookId } })).toEqual({ count: 0 });
});

test('an attempt that two processes made is noted once: the second takes the line from nobody', async () => {
  const receiver = await givenReceiver();
  const shop = await givenShop(receiver.url, ['message.received']);
  for (const word of ['um', 'dois']) await shop.says(1, word);
  const ctx = asSystem(world.app.base, mintCompanyId(shop.admin.user.companyId));
  const claim = async () => (await claimEvents(ctx, shop.webhookId, 10)).map((each) => () => attempt(ctx, each));
  const [first] = await claim();
  await minutes(2, shop);
  const [second] = await claim();
  await first?.();
  const [next] = await claim();
  await second?.();
  expect(await claim()).toEqual([]);
  await next?.();
  expect(receiver.got.map(({ body }) => body.data.message?.body)).toEqual(['um', 'um', 'dois']);
  expect((await log(shop)).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['delivered', 1],
    ['delivered', 1],
  ]);
});

test('an attempt that failed is noted once too: it neither counts twice nor makes the receiver rest longer', async () => {
  const receiver = await givenReceiver();
  receiver.answer = () => 503;
  const shop = await givenShop(receiver.url, ['message.received']);
  await shop.says(1, 'um');
  const ctx = asSystem(world.app.base, mintCompanyId(shop.admin.user.companyId));
  const claim = async () => (await claimEvents(ctx, shop.webhookId, 10)).map((each) => () => attempt(ctx, each));
  const [first] = await claim();
  await minutes(2, shop);
  const [second] = await claim();
  await first?.();
  const noted = await show(shop);
  await second?.();
  expect((await log(shop)).map(({ state, attempts }) => [state, attempts])).toEqual([['waiting', 1]]);
  expect(await show(shop)).toEqual(noted);
  // Received after all, by whoever was slower, it is not sent again.
  await minutes(2, shop);
  const [third] = await claim();
  await minutes(2, shop);
  const [fourth] = await claim();
  await third?.();
  receiver.answer = () => 200;
  await fourth?.();
  expect((await log(shop)).map(({ state }) => state)).toEqual(['delivered']);
});

test('the audit log names the host of a webhook, and nothing else of its address', async () => {
  const { admin, webhookId } = await givenShop('https://loja:senha-1@erp.example/eventos/senha-2?chave=senha-3');
  const params = { webhookId };
  await admin.call('PUT /v1/webhooks/:webhookId', { params, body: { url: 'https://novo.example/senha-4' } });
  await admin.call('DELETE /v1/webhooks/:webhookId', { params });
  const { rows } = await platformTransaction(world.app.base, ({ db }) =>
    sql<{
      details: object;
    }>`select details from audit_log where company_id = ${admin.user.companyId} and verb like 'webhook.%' order by id`.execute(db),
  );
  expect(rows.map(({ details }) => details)).toEqual([
    { name: 'Pedidos', host: 'erp.example' },
    { from: 'erp.example', to: 'novo.example' },
    { name: 'Pedidos', host: 'novo.example' },
  ]);
});

test('a company has so many webhooks, also where several are added at once', async () => {
  const { user } = await givenCompany(world.url);
  const ctx = asSystem(world.app.base, mintCompanyId(user.companyId));
  const added = await Promise.allSettled(
    Array.from({ length: webhooksMax + 2 }, () =>
      createWebhook(ctx, { name: 'ERP', url: 'https://erp.example', events: ['ticket.closed'] }),
    ),
  );
  const refusals = added.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
  expect(refusals).toEqual(['ERR_WEBHOOKS_LIMIT', 'ERR_WEBHOOKS_LIMIT']);
});

test('who does not answer makes nobody else wait', async () => {
  const [slow, quick] = [await givenReceiver(), await givenReceiver()];
  const [patient, hurried] = [await givenShop(slow.url, ['message.received']), await givenShop(quick.url, ['message.received'])];
  slow.answer = () => 'never';
  const keeper = await sender();
  for (let from = 1; from <= 10; from++) await patient.says(from, 'oi');
  await until(() => slow.asked === 4, 15_000);
  const begun = Date.now();
  await hurried.says(1, 'oi');
  await until(() => quick.got.length === 1);
  expect(Date.now() - begun).toBeLessThan(3_000);
  expect(slow.asked).toBe(4);
  slow.answer = () => 200;
  await platformTransaction(world.app.base, ({ db }) => sql`delete from webhooks where id = ${patient.webhookId}`.execute(db));
  await keeper.stop();
}, 30_000);

test('our own network is not called, and the log says so', async () => {
  const inner = await givenReceiver(false);
  const shop = await givenShop(inner.url, ['message.received']);
  await sender();
  const { id } = await shop.admin.call('POST /v1/webhooks/:webhookId/test', { params: { webhookId: shop.webhookId } });
  const tried = await until(async () => (await log(shop)).find(({ id: each, triedAt }) => each === id && triedAt !== null));
  expect(tried).toMatchObject({ event: 'webhook.test', state: 'waiting', status: null, reason: 'private_address' });
  expect(inner.asked).toBe(0);
  await expect(
    shop.admin.call('POST /v1/webhooks', { body: { name: 'Arquivo', url: 'file:///etc/passwd', events: ['ticket.created'] } }),
  ).rejects.toMatchObject({ error: 'ERR_VALIDATION' });
});

test('one that is switched off is told nothing; what waited goes on when it is switched on again, by the new secret', async () => {
  const receiver = await givenReceiver();
  const shop = await givenShop(receiver.url, ['message.received']);
  const params = { webhookId: shop.webhookId };
  await shop.says(1, 'antes');
  await shop.admin.call('PUT /v1/webhooks/:webhookId', { params, body: { active: false } });
  await shop.says(1, 'no meio');
  await sender();
  const { secret } = await shop.admin.call('POST /v1/webhooks/:webhookId/secret', { params });
  expect(secret).not.toBe(shop.secret);
  await minutes(2 * 24 * 60, shop);
  for (const job of webhookJobs) await job.run(world.app.base);
  await shop.admin.call('PUT /v1/webhooks/:webhookId', { params, body: { active: true } });
  await until(() => receiver.got.length === 1);
  expect(receiver.got[0]?.body.data.message?.body).toBe('antes');
  const { id, raw, headers } = receiver.got[0] ?? { id: '', raw: '', headers: {} as IncomingHttpHeaders };
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = createHmac('sha256', key).update(`${id}.${headers['webhook-timestamp']}.${raw}`).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signed}`);
});

test('a company that may not use the API, has expired or is suspended is told nothing', async () => {
  const [expired, without, suspended, fine] = [await givenReceiver(), await givenReceiver(), await givenReceiver(), await givenReceiver()];
  const shops = [
    await givenShop(expired.url),
    await givenShop(without.url),
    await givenShop(suspended.url),
    await givenShop(fine.url),
  ] as const;
  const companyOf = (shop: Shop) => shop.admin.user.companyId;
  const inDb = (statement: ReturnType<typeof sql>) => platformTransaction(world.app.base, ({ db }) => statement.execute(db));
  const happens = (shop: Shop) =>
    createContact(asSystem(world.app.base, mintCompanyId(companyOf(shop))), { name: 'Alguém', number: '5548999010103' });
  await inDb(sql`update companies set due_date = '2020-01-01' where id = ${companyOf(shops[0])}`);
  await givenPlan(world, companyOf(shops[1]), ['useKanban']);
  for (const shop of shops) await happens(shop);
  // What waits for a company that is suspended waits on.
  await inDb(sql`update companies set status = false where id = ${companyOf(shops[2])}`);
  await sender();
  await until(() => fine.got.length === 1);
  expect([expired, without, suspended].map(({ asked }) => asked)).toEqual([0, 0, 0]);
  const { rows } = await platformTransaction(world.app.base, ({ db }) =>
    sql<{ company_id: number }>`select distinct company_id from webhook_deliveries
      where company_id = any(${shops.map(companyOf)}::bigint[]) order by 1`.execute(db),
  );
  expect(rows.map(({ company_id }) => company_id)).toEqual([companyOf(shops[2]), companyOf(shops[3])]);
});
