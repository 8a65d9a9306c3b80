// Campaigns over HTTP with customers who have the built-in telephone: what they answer, what they get, and each obstacle with its way on.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, until } from '../../../../test/client.ts';
import { givenPhone, givenQueue } from '../../../../test/given.ts';
import { givenCompany, givenUser, subscriptionEnded } from '../../../../test/people.ts';
import { givenCustomer, jobsDone } from '../../../../test/phone.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { saveLimits } from '../../channels/connection-health/actions/limits.ts';
import { confirmedJob } from './actions/follow.ts';
import { campaignJobs } from './jobs.ts';
import { tryFailedAgain } from './store/shippings.ts';

let world: World;
let admin: Client;
let ana: Client;
let whatsappId: number;
let lists = 0;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  const queueId = await givenQueue(admin);
  ana = await givenUser(world.url, admin, { name: 'Ana Prado', queueIds: [queueId] });
  whatsappId = await givenPhone(admin, 'Loja Centro', { queueIds: [queueId] });
  await admin.call('POST /campaign-settings', { body: { settings: { messageInterval: 0, longerIntervalAfter: 0 } } });
});
afterAll(() => world.close());

const inDb = <R>(statement: ReturnType<typeof sql<R>>) =>
  platformTransaction(world.app.base, async ({ db }) => (await statement.execute(db)).rows);
const now = () => new Date().toISOString();

/** Written into the database, so that nobody looks their numbers up meanwhile. */
async function listOf(...people: { number: string; name: string }[]): Promise<number> {
  const { companyId } = admin.user;
  const [list] = await inDb(sql<{ id: number }>`
    insert into contact_lists (company_id, name) values (${companyId}, ${`Lista ${++lists}`}) returning id`);
  const [names, numbers] = [people.map(({ name }) => name), people.map(({ number }) => number)];
  await inDb(sql`
    insert into contact_list_items (company_id, list_id, name, number, validity)
    select ${companyId}, ${list?.id}, g.name, g.number, 'valid' from unnest(${names}::text[], ${numbers}::text[]) as g (name, number)`);
  return list?.id ?? 0;
}

const person = (name: string, on = whatsappId) => ({ ...givenCustomer(admin, on, name), name });
const create = (body: Record<string, unknown>) =>
  ana.call('POST /campaigns', { body: { name: 'Novidades', whatsappId, message1: 'Oi, {nome}!', ...body } as { name: string } });
const report = async (campaignId: number) => (await ana.call('GET /v1/campaigns/:campaignId/report', { params: { campaignId } })).campaign;
const rows = async (campaignId: number) => (await ana.call('GET /v1/campaigns/:campaignId/shippings', { params: { campaignId } })).records;
const becomes = (campaignId: number, status: string) =>
  until(async () => {
    const campaign = await report(campaignId);
    return campaign.status === status ? campaign : null;
  });
const change = (campaignId: number, body: Record<string, unknown>) =>
  ana.call('PUT /campaigns/:campaignId', { params: { campaignId }, body });
const restart = (campaignId: number) => ana.call('POST /campaigns/:campaignId/restart', { params: { campaignId } });

test('who answers the question gets the text, and who does not is left out after a day', async () => {
  const [rita, davi] = [person('Rita Moura'), person('Davi Reis')];
  const { id } = await create({
    contactListId: await listOf(rita, davi),
    confirmation: true,
    confirmationMessage1: 'Posso mandar as novidades, {nome}?',
    scheduledAt: now(),
  });
  expect(await rita.hears(1)).toEqual(['Posso mandar as novidades, Rita Moura?']);
  await davi.hears(1);
  await rita.says('Pode sim');
  const row = await until(async () => (await rows(id)).find(({ confirmedAt }) => confirmedAt));
  expect(row).toMatchObject({ state: 'asking', confirmation: true });
  // The pause before the text is random; here nobody waits for it.
  const { base } = world.app;
  await confirmedJob.run(asSystem(base, mintCompanyId(admin.user.companyId)), { campaignId: id, shippingId: row.id });
  expect((await rita.hears(2)).at(-1)).toBe('Oi, Rita Moura!');
  expect(await report(id)).toMatchObject({ status: 'EM_ANDAMENTO' });
  await inDb(
    sql`update campaign_shippings set confirmation_requested_at = now() - interval '25 hours' where campaign_id = ${id} and confirmed_at is null`,
  );
  for (const job of campaignJobs) if (job.kind === 'cron') await job.run(base);
  await becomes(id, 'FINALIZADA');
  expect((await rows(id)).map(({ name, state, reason }) => [name, state === 'skipped' ? reason : 'sent'])).toEqual([
    ['Rita Moura', 'sent'],
    ['Davi Reis', 'not_confirmed'],
  ]);
  expect(await davi.heard()).toHaveLength(1);
});

test('who is blocked is left out, and no conversation with them begins', async () => {
  const rita = person('Rita Moura');
  const { id: contactId } = await ana.call('POST /contacts', { body: { name: 'Rita Moura', number: rita.number } });
  await inDb(sql`update contacts set blocked_at = now() where id = ${contactId}`);
  const { id } = await create({ contactListId: await listOf(rita), scheduledAt: now() });
  await becomes(id, 'FINALIZADA');
  expect((await rows(id)).map(({ state, reason }) => [state, reason])).toEqual([['skipped', 'contact_blocked']]);
  expect(await inDb(sql`select id from tickets where contact_id = ${contactId}`)).toEqual([]);
});

test('what a customer writes more than a week later is no answer', async () => {
  const rita = person('Rita Moura');
  const { id } = await create({ contactListId: await listOf(rita), scheduledAt: now() });
  await rita.hears(1);
  await becomes(id, 'FINALIZADA');
  await inDb(sql`update campaign_shippings set sent_at = now() - interval '8 days' where campaign_id = ${id}`);
  await rita.says('Oi, tudo bem?');
  await jobsDone(world);
  expect((await rows(id)).map(({ repliedAt }) => repliedAt)).toEqual([null]);
});

test('who answers after the subscription has ended gets the text once it is paid', async () => {
  const rita = person('Rita Moura');
  const { id } = await create({
    contactListId: await listOf(rita),
    confirmation: true,
    confirmationMessage1: 'Posso mandar, {nome}?',
    scheduledAt: now(),
  });
  await rita.hears(1);
  await rita.says('Pode');
  const row = await until(async () => (await rows(id)).find(({ confirmedAt }) => confirmedAt));
  const paid = await subscriptionEnded(world, admin);
  const inside = asSystem(world.app.base, mintCompanyId(admin.user.companyId));
  const payload = { campaignId: id, shippingId: row.id };
  await confirmedJob.run(inside, payload);
  expect([await rita.heard(), (await rows(id)).map(({ state }) => state)]).toEqual([['Posso mandar, Rita Moura?'], ['asking']]);
  await paid();
  await confirmedJob.run(inside, payload);
  expect((await rita.hears(2)).at(-1)).toBe('Oi, Rita Moura!');
});

test('the files of its list go first, its own with the text below, and the result leaves as a file with the answers', async () => {
  const nair = person('Nair Quadros');
  const list = await admin.call('POST /files', { body: { name: 'Catálogos', message: 'Seguem', options: [{ name: 'Tabela' }] } });
  const form = (field: string, bytes: string | Buffer<ArrayBuffer>, name: string, more: Record<string, string> = {}) => {
    const made = new FormData();
    for (const [key, value] of Object.entries(more)) made.append(key, value);
    made.append(field, new Blob([bytes]), name);
    return made as never;
  };
  await admin.call('POST /files/uploadList/:fileListId', {
    params: { fileListId: list.id },
    body: form('files', 'mesas e cadeiras', 'tabela.txt', { id: String(list.options[0]?.id) }),
  });
  const { id, fileList } = await create({ contactListId: await listOf(nair), fileListId: list.id });
  expect(fileList).toEqual({ id: list.id, name: 'Catálogos' });
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const params = { campaignId: id };
  const { record } = await ana.call('POST /campaigns/:campaignId/media-upload', { params, body: form('file', png, 'sofa.png') });
  expect(record).toMatchObject({ mediaName: 'sofa.png', mediaPath: expect.stringContaining('http') });
  await change(id, { scheduledAt: now() });
  await becomes(id, 'FINALIZADA');
  const ticket = await nair.ticket();
  const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId: ticket.id } });
  expect(messages.map(({ body, mediaName }) => [mediaName, body])).toEqual([
    ['tabela.txt', 'Tabela'],
    ['sofa.png', 'Oi, Nair Quadros!'],
  ]);
  await nair.says('Adorei; quero "duas"');
  await until(async () => (await rows(id))[0]?.repliedAt);
  const csv = await fetch(`${world.url}/v1/campaigns/${id}/result.csv`, { headers: { authorization: `Bearer ${ana.token}` } });
  const lines = (await csv.text()).trim().split('\n');
  expect(lines[0]).toContain('name;number;email;state;reason;variant;sentAt;deliveredAt;repliedAt;reply');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('"Adorei; quero ""duas"""');
});

test('those that failed are sent to again, but not where it may have arrived', async () => {
  const [ivo, lia] = [person('Ivo Reis'), person('Lia Castelo')];
  const { id } = await create({ contactListId: await listOf(ivo, lia), scheduledAt: now() });
  await becomes(id, 'FINALIZADA');
  // As if the channel had refused one, and said nothing of the other.
  for (const [number, reason] of [
    [ivo.number, 'rate_limited'],
    [lia.number, 'unconfirmed'],
  ])
    await inDb(sql`update campaign_shippings set state = 'failed', reason = ${reason} where campaign_id = ${id} and number = ${number}`);
  await inDb(sql`
    update messages m set state = s.state, fail_reason = s.reason from campaign_shippings s
    where s.campaign_id = ${id} and m.company_id = s.company_id and m.id = s.message_id`);
  await inDb(sql`update campaign_tallies set n = 0 where campaign_id = ${id}`);
  await inDb(sql`insert into campaign_tallies (company_id, campaign_id, variant, state, replied, n) values (${admin.user.companyId}, ${id}, 1, 'failed', false, 2)
    on conflict (company_id, campaign_id, variant, state, replied) do update set n = 2`);
  await ana.call('POST /v1/campaigns/:campaignId/retry', { params: { campaignId: id } });
  expect(await ivo.hears(2)).toHaveLength(2);
  await becomes(id, 'FINALIZADA');
  expect(await lia.heard()).toHaveLength(1);
  expect((await report(id)).counts).toMatchObject({ delivered: 1, failed: 1 });
});

test('a large campaign of which everything failed waits again within a moment', async () => {
  const { id } = await create({ contactListId: await listOf(person('Eva Rios')), scheduledAt: now() });
  await becomes(id, 'FINALIZADA');
  await inDb(sql`update campaigns set connection_id = null where id = ${id}`);
  const { companyId } = admin.user;
  await inDb(sql`insert into campaign_shippings (company_id, campaign_id, name, number, email, state, reason, variant, created_at)
    select ${companyId}, ${id}, 'x', '5599' || n, '', 'failed', 'rate_limited', 1, now() from generate_series(1, 20000) n`);
  await inDb(
    sql`insert into campaign_tallies (company_id, campaign_id, variant, state, replied, n) values (${companyId}, ${id}, 1, 'failed', false, 20000)`,
  );
  const begun = performance.now();
  await transaction(asSystem(world.app.base, mintCompanyId(companyId)), (ctx) => tryFailedAgain(ctx, id, []));
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect((await report(id)).counts).toMatchObject({ failed: 0, waiting: 20_000 });
});

test('an admin may overrule the health of the number, which is recorded', async () => {
  const held = await givenPhone(admin, 'Restrita');
  const gil = person('Gil Ramos', held);
  const at = now();
  const restrictedUntil = new Date(Date.parse(at) + 3_600_000).toISOString();
  await saveLimits(asSystem(world.app.base, mintCompanyId(admin.user.companyId)), held, {
    restrictedUntil,
    answersRestrictedUntil: null,
    newChats: null,
    at,
  });
  const { id } = await create({ contactListId: await listOf(gil), whatsappId: held, scheduledAt: now() });
  await until(async () => (await report(id)).halt?.reason === 'restricted');
  const params = { campaignId: id };
  await expect(ana.call('POST /v1/campaigns/:campaignId/overrule', { params })).rejects.toMatchObject({ status: 403 });
  expect((await admin.call('POST /v1/campaigns/:campaignId/overrule', { params })).overruledUntil).not.toBeNull();
  await becomes(id, 'FINALIZADA');
  // It does not only leave the campaign.
  expect(await until(async () => (await gil.heard())[0])).toBe('Oi, Gil Ramos!');
  expect(await inDb(sql`select subject from audit_log where verb = 'campaign.healthOverruled'`)).toEqual([{ subject: String(id) }]);
});

test('without its connection or its list it stops, says so, and goes on with others', async () => {
  const [caio, zoe] = [person('Caio Nunes'), person('Zoé Lima')];
  const gone = await givenPhone(admin, 'Antiga');
  const { id } = await create({ contactListId: await listOf(caio), whatsappId: gone, scheduledAt: '2035-05-14 09:00:00' });
  await admin.call('DELETE /whatsapp/:whatsappId', { params: { whatsappId: gone } });
  expect(await becomes(id, 'CANCELADA')).toMatchObject({ halt: { reason: 'connection_missing' }, whatsapp: null });
  await restart(id);
  expect(await report(id)).toMatchObject({ status: 'CANCELADA', halt: { reason: 'connection_missing' } });
  await change(id, { whatsappId });
  await restart(id);
  await becomes(id, 'FINALIZADA');
  expect(await caio.heard()).toEqual(['Oi, Caio Nunes!']);

  const contactListId = await listOf(zoe);
  const listless = await create({ contactListId });
  await admin.call('DELETE /contact-lists/:contactListId', { params: { contactListId } });
  await change(listless.id, { scheduledAt: now() });
  expect(await becomes(listless.id, 'CANCELADA')).toMatchObject({ halt: { reason: 'list_missing' }, contactList: null });
  await change(listless.id, { contactListId: await listOf(zoe) });
  await restart(listless.id);
  await becomes(listless.id, 'FINALIZADA');
  expect(await zoe.heard()).toEqual(['Oi, Zoé Lima!']);

  const silent = await create({ message1: '', contactListId: await listOf(zoe), scheduledAt: now() });
  expect(await becomes(silent.id, 'CANCELADA')).toMatchObject({ halt: { reason: 'no_message' } });
});

test('a tag becomes a list of those whose tickets have it', async () => {
  const olga = person('Olga Pires');
  await olga.says('Bom dia');
  const ticket = await olga.ticket();
  const { id: tagId } = await admin.call('POST /tags', { body: { name: 'Interessados', color: '#123456' } });
  await admin.call('PUT /ticket-tags/:ticketId/:tagId', { params: { ticketId: ticket.id, tagId } });
  const { id, contactList } = await create({ name: 'Outono', tagListId: tagId, scheduledAt: now() });
  expect(contactList?.name).toMatch(/^Outono \| TAG: \d+ - \d{4}-\d\d-\d\d$/);
  await becomes(id, 'FINALIZADA');
  expect(await rows(id)).toMatchObject([{ name: 'Olga Pires', number: olga.number, message: 'Oi, Olga Pires!' }]);
});
