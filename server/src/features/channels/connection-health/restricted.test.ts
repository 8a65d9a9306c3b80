// What Meta says of a restriction, by its webhook: what it stops, until when, and that all goes on by itself.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import { fakeTemplate } from '../../../../test/fake-graph/templates.ts';
import { type Desk, givenCloudNumber, givenDesk, ticketsOf } from '../../../../test/given.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';

let desk: Desk;
let params: { whatsappId: number };
beforeAll(async () => {
  desk = await givenDesk();
  params = { whatsappId: desk.connectionId };
  desk.graph.setTemplates(
    `20${desk.phoneNumberId.slice(2)}`,
    fakeTemplate('novidade', 'Olá {{1}}, temos novidades.', { category: 'MARKETING' }),
  );
  await desk.admin.call('POST /v1/connections/:whatsappId/templates/sync', { params });
  await until(async () => (await desk.admin.call('GET /v1/connections/:whatsappId/templates', { params })).count === 1);
  await desk.admin.call('POST /campaign-settings', { body: { settings: { messageInterval: 0, longerIntervalAfter: 0 } } });
});
afterAll(() => desk.close());

const meter = async (whatsappId = desk.connectionId) =>
  (await desk.admin.call('GET /v1/connections/:whatsappId/health', { params: { whatsappId } })).meter;
const time = (seconds: number) => new Date(seconds * 1000).toISOString();
const refused = () => desk.graph.requests().filter(({ path, status }) => path.endsWith('/messages') && status !== 200);

/** A customer who has written; what an agent answers them, and how that stands. */
async function givenAnswerTo(name: string, phone: string) {
  await desk.graph.customer({ phone, name }, desk.phoneNumberId).text('Bom dia');
  const ticket = await until(async () => (await ticketsOf(desk.admin, 'pending')).find(({ contact }) => contact.name === name));
  const ticketParams = { ticketId: ticket.id };
  await desk.admin.call('PUT /tickets/:ticketId', { params: ticketParams, body: { status: 'open', userId: desk.admin.user.id } });
  await desk.admin.call('POST /messages/:ticketId', { params: ticketParams, body: { body: `Resposta a ${name}` } });
  return async () =>
    (await desk.admin.call('GET /messages/:ticketId', { params: ticketParams })).messages.find(({ body }) => body === `Resposta a ${name}`);
}

async function givenCampaignTo(name: string, number: string): Promise<number> {
  const { companyId } = desk.admin.user;
  const contactListId = await platformTransaction(desk.world.app.base, async ({ db }) => {
    const { rows } = await sql<{ id: number }>`
      with l as (insert into contact_lists (company_id, name) values (${companyId}, ${name}) returning id)
      insert into contact_list_items (company_id, list_id, name, number, validity)
      select ${companyId}, id, ${name}, ${number}, 'valid' from l returning list_id as id`.execute(db);
    return rows[0]?.id ?? 0;
  });
  const template = { name: 'novidade', language: 'pt_BR', variables: { 'body.1': '{nome}' } };
  const body = { name, contactListId, template, ...params, scheduledAt: new Date().toISOString() };
  return (await desk.admin.call('POST /campaigns', { body })).id;
}

const campaign = async (campaignId: number) =>
  (await desk.admin.call('GET /v1/campaigns/:campaignId/report', { params: { campaignId } })).campaign;

test('of a number that may begin no conversations, answers go, a campaign waits with the date and goes by itself after it', async () => {
  const ends = time(await desk.graph.restrict(desk.phoneNumberId, { RESTRICTED_BIZ_INITIATED_MESSAGING: 8 }));
  await until(async () => (await meter()).restrictedUntil !== null);
  expect(await meter()).toMatchObject({ level: 'restricted', why: ['restricted'], restrictedUntil: ends, answersRestrictedUntil: null });
  const id = await givenCampaignTo('Iara Freitas', '5548988300001');
  const answer = await givenAnswerTo('Helena Sampaio', '5548988300002');
  await until(async () => (await answer())?.state === 'sent');
  await until(async () => (await campaign(id)).halt);
  expect((await campaign(id)).halt).toEqual({ reason: 'restricted', until: ends });
  await until(async () => (await campaign(id)).status === 'FINALIZADA', 30_000);
  expect(await campaign(id)).toMatchObject({ halt: null, counts: { delivered: 1 } });
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(ends));
  expect(await meter()).toMatchObject({ level: 'good', why: [] });
  expect(refused()).toEqual([]);
});

test('of a number that may not answer, answers wait with the date, and a campaign goes', async () => {
  const ends = time(await desk.graph.restrict(desk.phoneNumberId, { RESTRICTED_CUSTOMER_INITIATED_MESSAGING: 8 }));
  await until(async () => (await meter()).answersRestrictedUntil === ends);
  const answer = await givenAnswerTo('Otávio Brandão', '5548988300003');
  const waiting = await until(async () => {
    const message = await answer();
    return message?.failReason ? message : null;
  });
  expect(waiting).toMatchObject({ state: 'queued', failReason: 'answers_held', waitsUntil: ends });
  const id = await givenCampaignTo('Bento Alencar', '5548988300004');
  await until(async () => (await campaign(id)).status === 'FINALIZADA');
  expect(await answer()).toMatchObject({ state: 'queued' });
  await until(async () => (await answer())?.state === 'sent', 30_000);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(ends));
  expect(refused()).toEqual([]);
});

test('it concerns all numbers of the account', async () => {
  const phoneNumberId = '1099000001';
  const cloud = { phoneNumberId, wabaId: `20${desk.phoneNumberId.slice(2)}`, accessToken: 'a', appSecret: 's', verifyToken: 'v' };
  const sister = await desk.admin.call('POST /whatsapp', { body: { name: 'Filial', channel: 'whatsapp_cloud', cloud } });
  const other = await givenCloudNumber(desk.world, desk.graph, desk.admin, '5548905550199');
  const ends = time(await desk.graph.restrict(desk.phoneNumberId, { RESTRICTED_BIZ_INITIATED_MESSAGING: 5 }));
  await until(async () => (await meter()).restrictedUntil === ends);
  await until(async () => (await meter(sister.id)).restrictedUntil === ends);
  expect(await meter(other.connectionId)).toMatchObject({ level: 'good', restrictedUntil: null });
  await until(async () => (await meter()).level === 'good');
});

test('a restriction of something else changes nothing', async () => {
  await desk.graph.restrict(desk.phoneNumberId, { RESTRICTED_ADD_PHONE_NUMBER_ACTION: 86_400, RESTRICTED_USER_INITIATED_CALLING: 86_400 });
  const answer = await givenAnswerTo('Zoé Lima', '5548988300005');
  await until(async () => (await answer())?.state === 'sent');
  expect(await meter()).toMatchObject({ level: 'good', why: [] });
  const connection = await desk.admin.call('GET /whatsapp/:whatsappId', { params });
  expect(connection).toMatchObject({ status: 'CONNECTED', statusReason: null });
});
