// Campaigns of a Cloud API number against a strict local Meta: who gets the text, who the template, and what happens when Meta stops it.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import { fakeTemplate } from '../../../../test/fake-graph/templates.ts';
import { type Desk, givenDesk, givenPhone } from '../../../../test/given.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { confirmedJob } from './actions/follow.ts';

let desk: Desk;
let waba: string;
let people = 0;
beforeAll(async () => {
  desk = await givenDesk();
  waba = `20${desk.phoneNumberId.slice(2)}`;
  desk.graph.autoStatuses('sent', 'delivered');
  await desk.admin.call('POST /campaign-settings', {
    body: { settings: { messageInterval: 0, longerIntervalAfter: 0, variables: [{ key: 'loja', value: 'Vértice' }] } },
  });
});
afterAll(() => desk.close());
beforeEach(async () => {
  desk.graph.setTemplates(
    waba,
    fakeTemplate('novidade', 'Olá {{1}}, {{2}} tem novidade.', { category: 'MARKETING' }),
    fakeTemplate('por_email', 'Confirme {{1}}'),
    fakeTemplate('pausada', 'Promoção', { status: 'PAUSED', category: 'MARKETING' }),
  );
  await synced();
});

const inDb = <R>(statement: ReturnType<typeof sql<R>>) =>
  platformTransaction(desk.world.app.base, async ({ db }) => (await statement.execute(db)).rows);
const choice = (name: string, variables: Record<string, string>) => ({ name, language: 'pt_BR', variables });
const novelty = choice('novidade', { 'body.1': '{nome}', 'body.2': '{loja}' });
const textsTo = (number: string) =>
  desk.graph.sent().flatMap(({ body }) => (String(body.to) === number ? [body.type === 'template' ? body.template : body.text] : []));

async function synced(): Promise<void> {
  const params = { whatsappId: desk.connectionId };
  const known = () => desk.admin.call('GET /v1/connections/:whatsappId/templates', { params });
  const before = (await known()).sync.syncedAt;
  await desk.admin.call('POST /v1/connections/:whatsappId/templates/sync', { params });
  // A look that began before the templates were set may end only now.
  await until(async () => {
    const { sync, templates } = await known();
    return !sync.running && sync.syncedAt !== before && templates.some(({ name }) => name === 'novidade');
  });
}

/** A list of strangers whose numbers count as valid. Written into the database, so that nobody looks them up meanwhile. */
async function listOf(...names: string[]) {
  const { companyId } = desk.admin.user;
  const [list] = await inDb(sql<{ id: number }>`
    insert into contact_lists (company_id, name) values (${companyId}, ${`Lista ${++people}`}) returning id`);
  const contactListId = list?.id ?? 0;
  const numbers = names.map(() => `5548988${String(300_000 + ++people)}`);
  await inDb(sql`
    insert into contact_list_items (company_id, list_id, name, number, validity)
    select ${companyId}, ${contactListId}, g.name, g.number, 'valid' from unnest(${names}::text[], ${numbers}::text[]) as g (name, number)`);
  return { contactListId, numbers };
}

const create = (body: Record<string, unknown>) =>
  desk.admin.call('POST /campaigns', { body: { name: 'Novidades', whatsappId: desk.connectionId, ...body } as { name: string } });
const report = async (campaignId: number) => desk.admin.call('GET /v1/campaigns/:campaignId/report', { params: { campaignId } });
const rows = async (campaignId: number) =>
  (await desk.admin.call('GET /v1/campaigns/:campaignId/shippings', { params: { campaignId } })).records;
const becomes = (campaignId: number, status: string) =>
  until(async () => {
    const found = await report(campaignId);
    return found.campaign.status === status ? found : null;
  });

test('a template that does not fit, is paused, or of a number that has none is refused before anything is stored', async () => {
  const refused = (body: Record<string, unknown>) => expect(create(body)).rejects;
  await refused({ template: choice('novidade', { 'body.1': 'x' }) }).toMatchObject({
    error: 'ERR_TEMPLATE_VARIABLES',
    body: { details: { missing: ['body.2'] } },
  });
  await refused({ template: choice('pausada', {}) }).toMatchObject({ error: 'ERR_TEMPLATE_STATUS' });
  await refused({ template: choice('nunca_houve', {}) }).toMatchObject({ error: 'ERR_NO_TEMPLATE_FOUND' });
  const phone = await givenPhone(desk.admin, 'Simulado');
  await refused({ template: novelty, whatsappId: phone }).toMatchObject({ error: 'ERR_TEMPLATE_CHANNEL' });
  await refused({ template: novelty, whatsappId: null }).toMatchObject({ error: 'ERR_TEMPLATE_CHANNEL' });
  const { id, template } = await create({ template: novelty });
  expect(template).toEqual(novelty);
  const params = { campaignId: id };
  expect(await desk.admin.call('PUT /campaigns/:campaignId', { params, body: { name: 'Outro nome' } })).toMatchObject({
    template: novelty,
  });
  expect(await desk.admin.call('PUT /campaigns/:campaignId', { params, body: { whatsappId: phone } })).toMatchObject({ template: null });
});

test('the text goes to those who wrote lately, the template to the others, filled in for each', async () => {
  const { contactListId, numbers } = await listOf('Rita Moura', 'Davi Reis');
  await desk.graph.customer({ phone: numbers[1] ?? '', name: 'Davi Reis' }, desk.phoneNumberId).text('oi');
  const dryRun = await desk.admin.call('POST /v1/campaigns/dry-run', {
    body: { whatsappId: desk.connectionId, contactListId, message1: 'Oi, {nome}!', template: novelty },
  });
  expect(dryRun).toMatchObject({ count: 2, left: 0, windowClosed: 0, cost: { category: 'MARKETING', lines: [{ group: 'BR', count: 1 }] } });
  expect(dryRun.samples[0]).toMatchObject({ variant: 0, message: 'Olá Rita Moura, Vértice tem novidade.', problem: null });
  const { id } = await create({ contactListId, message1: 'Oi, {nome}!', template: novelty, scheduledAt: new Date().toISOString() });
  const { campaign, variants } = await becomes(id, 'FINALIZADA');
  expect(campaign.counts).toMatchObject({ total: 2, delivered: 2, skipped: 0, failed: 0 });
  expect(variants.map(({ variant, delivered }) => [variant, delivered])).toEqual([
    [1, 1],
    [0, 1],
  ]);
  expect(textsTo(numbers[0] ?? '')).toMatchObject([{ name: 'novidade' }]);
  expect(textsTo(numbers[1] ?? '')).toMatchObject([{ body: expect.stringContaining('Oi, Davi Reis!') }]);
  expect((await rows(id)).map(({ message }) => message)).toEqual(['Olá Rita Moura, Vértice tem novidade.', 'Oi, Davi Reis!']);
});

test('the file of the campaign stands above the template; without one, nobody is written to', async () => {
  const components = [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Vitrine nova' },
  ];
  desk.graph.setTemplates(waba, fakeTemplate('vitrine', '', { category: 'MARKETING', components }));
  await synced();
  const template = choice('vitrine', { 'header.media': 'attachment' });
  const { contactListId, numbers } = await listOf('Lia Prado', 'Téo Nunes', 'Ivo Paz', 'Eva Luz');
  const uploads = () => desk.graph.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/media')).length;
  const without = await create({ contactListId, template, scheduledAt: new Date().toISOString() });
  await becomes(without.id, 'FINALIZADA');
  expect((await rows(without.id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['skipped', 'template_variables'],
    ['skipped', 'template_variables'],
    ['skipped', 'template_variables'],
    ['skipped', 'template_variables'],
  ]);
  const before = uploads();
  const { id } = await create({ contactListId, template });
  const params = { campaignId: id };
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const body = new FormData();
  body.append('file', new Blob([png]), 'sofa.png');
  await desk.admin.call('POST /campaigns/:campaignId/media-upload', { params, body });
  await desk.admin.call('PUT /campaigns/:campaignId', { params, body: { scheduledAt: new Date().toISOString() } });
  expect((await becomes(id, 'FINALIZADA')).campaign.counts).toMatchObject({ delivered: 4, skipped: 0, failed: 0 });
  for (const number of numbers)
    expect(textsTo(number)).toMatchObject([
      { components: [{ type: 'header', parameters: [{ type: 'image', image: { id: expect.any(String) } }] }] },
    ]);
  // Everybody got the same upload.
  expect(uploads() - before).toBe(1);

  // Meta has forgotten it: it is uploaded once more, and everybody gets the message once.
  desk.graph.forgetMedia();
  const later = await listOf('Lua Sá', 'Gil Braz', 'Noa Dias');
  const second = await create({ contactListId: later.contactListId, template });
  await inDb(sql`
    update campaigns c set media_key = f.media_key, media_name = f.media_name, media_mime = f.media_mime, media_size = f.media_size
    from campaigns f where f.id = ${id} and c.id = ${second.id}`);
  await desk.admin.call('PUT /campaigns/:campaignId', {
    params: { campaignId: second.id },
    body: { scheduledAt: new Date().toISOString() },
  });
  expect((await becomes(second.id, 'FINALIZADA')).campaign.counts).toMatchObject({ delivered: 3, skipped: 0, failed: 0 });
  for (const number of later.numbers) expect(textsTo(number)).toHaveLength(1);
  expect(uploads() - before).toBe(2);
});

test('who lacks a value of the template, or is out of reach without one, is left out with the reason', async () => {
  const { contactListId, numbers } = await listOf('Sem E-mail');
  const byMail = await create({
    contactListId,
    template: choice('por_email', { 'body.1': '{email}' }),
    scheduledAt: new Date().toISOString(),
  });
  await becomes(byMail.id, 'FINALIZADA');
  expect(await rows(byMail.id)).toMatchObject([{ state: 'skipped', reason: 'template_variables' }]);
  // Nothing else is left of it: no contact, and so no conversation.
  expect(await inDb(sql`select from contact_identities where value = ${numbers[0]}`)).toEqual([]);
  const bare = { contactListId, message1: 'Oi' };
  expect(await desk.admin.call('POST /v1/campaigns/dry-run', { body: { whatsappId: desk.connectionId, ...bare } })).toMatchObject({
    count: 0,
    left: 1,
    windowClosed: 1,
    cost: null,
  });
  const textOnly = await create({ ...bare, scheduledAt: new Date().toISOString() });
  await becomes(textOnly.id, 'FINALIZADA');
  expect(await rows(textOnly.id)).toMatchObject([{ state: 'skipped', reason: 'window_closed' }]);
});

test('a template that asks for confirmation is followed by the text', async () => {
  const { contactListId, numbers } = await listOf('Iara Luz');
  const { id } = await create({
    contactListId,
    template: novelty,
    confirmation: true,
    message1: 'Aqui está, {nome}',
    scheduledAt: new Date().toISOString(),
  });
  await until(async () => (await rows(id))[0]?.state === 'asking' && textsTo(numbers[0] ?? '').length === 1);
  expect((await rows(id))[0]?.confirmationMessage).toBe('Olá Iara Luz, Vértice tem novidade.');
  await desk.graph.customer({ phone: numbers[0] ?? '', name: 'Iara Luz' }, desk.phoneNumberId).text('quero');
  const row = await until(async () => (await rows(id)).find(({ confirmedAt }) => confirmedAt));
  // The pause before the answer is random; here nobody waits for it.
  const { base } = desk.world.app;
  await confirmedJob.run(asSystem(base, mintCompanyId(desk.admin.user.companyId)), { campaignId: id, shippingId: row.id });
  await becomes(id, 'FINALIZADA');
  expect(await rows(id)).toMatchObject([{ message: 'Aqui está, Iara Luz', confirmation: true }]);
});

test('a dry run without a value that the template needs says so, as saving does, and promises nothing', async () => {
  const { contactListId } = await listOf('Ivo Prado');
  const body = { whatsappId: desk.connectionId, contactListId, template: choice('novidade', { 'body.1': '{nome}', 'body.2': ' ' }) };
  await expect(desk.admin.call('POST /v1/campaigns/dry-run', { body })).rejects.toMatchObject({ error: 'ERR_TEMPLATE_VARIABLES' });
});

test('while Meta pauses the template the campaign waits and says so; once it is refused, it stops', async () => {
  const { contactListId } = await listOf('Um', 'Dois');
  const { id } = await create({ contactListId, template: novelty });
  await desk.graph.reportTemplate(waba, 'novidade', 'PAUSED', 'LOW_QUALITY');
  await desk.admin.call('PUT /campaigns/:campaignId', { params: { campaignId: id }, body: { scheduledAt: new Date().toISOString() } });
  const held = await until(async () => {
    const { campaign } = await report(id);
    return campaign.halt ? campaign : null;
  });
  expect(held).toMatchObject({ status: 'EM_ANDAMENTO', halt: { reason: 'template_paused' } });
  await desk.graph.reportTemplate(waba, 'novidade', 'APPROVED');
  await becomes(id, 'FINALIZADA');

  const other = await create({ ...(await listOf('Três')), template: novelty });
  await desk.graph.reportTemplate(waba, 'novidade', 'DISABLED');
  await desk.admin.call('PUT /campaigns/:campaignId', {
    params: { campaignId: other.id },
    body: { scheduledAt: new Date().toISOString() },
  });
  expect((await becomes(other.id, 'CANCELADA')).campaign.halt).toMatchObject({ reason: 'template_refused' });
  expect(await rows(other.id)).toEqual([]);
});

test('the dry run counts who is out, who has no WhatsApp and whose number is not known yet, by tag too', async () => {
  const { contactListId, numbers } = await listOf('Fica', 'Saiu', 'Sem WhatsApp', 'Nova');
  const [, out, invalid, fresh] = numbers;
  await inDb(sql`update contact_list_items set validity = 'invalid' where list_id = ${contactListId} and number = ${invalid}`);
  await inDb(sql`update contact_list_items set validity = 'unchecked' where list_id = ${contactListId} and number = ${fresh}`);
  const contact = await desk.admin.call('POST /contacts', { body: { name: 'Saiu', number: out ?? '' } });
  await desk.admin.call('POST /v1/contacts/:contactId/consent', {
    params: { contactId: contact.id },
    body: { state: 'out', words: 'Não' },
  });
  await desk.admin.call('POST /campaign-settings', {
    body: { settings: { prices: { currency: 'BRL', rows: [{ group: 'BR', marketing: 0.35, utility: 0.04, authentication: null }] } } },
  });
  const tried = await desk.admin.call('POST /v1/campaigns/dry-run', {
    body: { whatsappId: desk.connectionId, contactListId, template: novelty },
  });
  expect(tried).toMatchObject({
    ...{ count: 2, unchecked: 1, left: 2, invalid: 1, optedOut: 1, windowClosed: 0 },
    cost: { currency: 'BRL', category: 'MARKETING', lines: [{ group: 'BR', count: 2, price: 0.35 }], total: 0.7 },
  });
  expect(tried.samples.map(({ name }) => name)).toEqual(['Fica', 'Nova']);

  const tag = await desk.admin.call('POST /tags', { body: { name: 'Interessados', color: '#123456' } });
  const ticket = await desk.admin.call('POST /tickets', {
    body: { contactId: contact.id, whatsappId: desk.connectionId, queueId: desk.sales, status: 'open', userId: desk.ana.user.id },
  });
  await desk.admin.call('PUT /ticket-tags/:ticketId/:tagId', { params: { ticketId: ticket.id, tagId: tag.id } });
  const byTag = await desk.admin.call('POST /v1/campaigns/dry-run', { body: { tagListId: tag.id, message1: 'Oi' } });
  expect(byTag).toMatchObject({ count: 0, optedOut: 1, left: 1 });
});
