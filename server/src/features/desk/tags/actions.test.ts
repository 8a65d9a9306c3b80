import type { CountedTag } from '@balcao/contract/tags';
import type { TicketView } from '@balcao/contract/tickets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { heard } from '../../../../test/client.ts';
import { givenPhone, givenQueue } from '../../../../test/given.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';

let world: World;
let admin: Client;
let agent: Client;
let ticket: TicketView;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  const queueId = await givenQueue(admin);
  agent = await givenUser(world.url, admin, { queueIds: [queueId] });
  await givenPhone(admin);
  const contact = await admin.call('POST /contacts', { body: { name: 'Cliente Marcada', number: '48905550301' } });
  ticket = await admin.call('POST /tickets', { body: { contactId: contact.id, queueId } });
});
afterAll(() => world.close());

const newTag = (name: string) => admin.call('POST /tags', { body: { name } });

test('the tag box makes a tag of a name, and finds it again in any case', async () => {
  const socket = await agent.socket();
  const news = heard<{ action: string; tag: CountedTag }>(socket, `company-${admin.user.companyId}-tag`);
  const page = heard<{ action: string; tags: CountedTag }>(socket, 'user');
  const tag = await agent.call('POST /tags', { body: { name: ' Urgente ' } });
  expect(tag).toMatchObject({ name: 'Urgente', color: '#A4CCCC', kanban: 0, userId: agent.user.id });
  expect(await news).toEqual({ action: 'create', tag: { ...tag, ticketsCount: 0 } });
  expect(await page).toEqual({ action: 'create', tags: { ...tag, ticketsCount: 0 } });
  expect(await agent.call('POST /tags', { body: { name: 'URGENTE', color: '#000000' } })).toEqual(tag);
  const many = await Promise.all(Array.from({ length: 8 }, () => newTag('Corrida')));
  expect(new Set(many.map(({ id }) => id)).size).toBe(1);
  socket.close();
});

test('an agent may rename a tag, but lanes are for supervisors and admins', async () => {
  const tag = await newTag('Etapa');
  const params = { tagId: tag.id };
  expect(await agent.call('PUT /tags/:tagId', { params, body: { name: 'Etapa 1', color: '#aa0000', kanban: 0 } })).toMatchObject({
    name: 'Etapa 1',
    color: '#aa0000',
  });
  const lane = agent.call('PUT /tags/:tagId', { params, body: { kanban: 1 } });
  await expect(lane).rejects.toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
  await expect(agent.call('POST /tags', { body: { name: 'Raia dela', kanban: 1 } })).rejects.toMatchObject({ error: 'ERR_NO_PERMISSION' });
  const supervisor = await givenUser(world.url, admin, { profile: 'supervisor' });
  await supervisor.call('PUT /tags/:tagId', { params, body: { kanban: 1 } });
  expect((await agent.call('GET /tags/kanban')).lista.map(({ id }) => id)).toEqual([tag.id]);
  expect(await agent.call('PUT /tags/:tagId', { params, body: { name: 'Etapa um', kanban: 1 } })).toMatchObject({ kanban: 1 });
});

test('two tags cannot have one name', async () => {
  const tag = await newTag('Primeira');
  await newTag('Segunda');
  const rename = admin.call('PUT /tags/:tagId', { params: { tagId: tag.id }, body: { name: 'segunda' } });
  await expect(rename).rejects.toMatchObject({ status: 400, error: 'ERR_TAG_NAME_ALREADY_EXISTS' });
});

test('the tags of a ticket show in the lists at once', async () => {
  const [one, two] = [await newTag('Boleto'), await newTag('Garantia')];
  const socket = await agent.socket();
  const news = heard<{ ticket: TicketView }>(
    socket,
    `company-${admin.user.companyId}-ticket`,
    (payload) => payload.ticket.tags.length === 2,
  );
  const synced = await agent.call('POST /tags/sync', { body: { ticketId: ticket.id, tags: [{ id: one.id }, two.id] } });
  expect(synced.tags.map(({ name }) => name)).toEqual(['Boleto', 'Garantia']);
  expect(synced.revision).toBeGreaterThan(ticket.revision);
  expect((await news).ticket).toEqual(synced);
  expect((await agent.call('GET /tags', { query: { searchParam: 'bolet' } })).tags).toMatchObject([{ name: 'Boleto', ticketsCount: 1 }]);
  const kept = await agent.call('POST /tags/sync', { body: { ticketId: ticket.id, tags: [two.id] } });
  expect(kept.tags.map(({ name }) => name)).toEqual(['Garantia']);
  socket.close();
});

test('on the board a card leaves its lane and enters another; lane0 is none', async () => {
  const lane = await admin.call('POST /tags', { body: { name: 'Negociação', kanban: 1 } });
  const tagsOf = async () => (await agent.call('GET /tickets/:ticketId', { params: { ticketId: ticket.id } })).tags.map(({ id }) => id);
  await agent.call('DELETE /ticket-tags/:ticketId', { params: { ticketId: ticket.id } });
  expect(await agent.call('PUT /ticket-tags/:ticketId/:tagId', { params: { ticketId: ticket.id, tagId: lane.id } })).toEqual({
    ticketId: ticket.id,
    tagId: lane.id,
  });
  expect(await tagsOf()).toEqual([lane.id]);
  await agent.call('DELETE /ticket-tags/:ticketId', { params: { ticketId: ticket.id } });
  await agent.call('PUT /ticket-tags/:ticketId/:tagId', { params: { ticketId: ticket.id, tagId: 'lane0' as never } });
  expect(await tagsOf()).toEqual([]);
});

test('a removed tag is gone from the tickets; whoever cannot see a ticket cannot tag it', async () => {
  const tag = await newTag('Passageira');
  await agent.call('POST /tags/sync', { body: { ticketId: ticket.id, tags: [tag.id] } });
  await agent.call('DELETE /tags/:tagId', { params: { tagId: tag.id } });
  expect((await agent.call('GET /tickets/:ticketId', { params: { ticketId: ticket.id } })).tags).toEqual([]);
  await expect(agent.call('POST /tags/sync', { body: { ticketId: ticket.id, tags: [tag.id] } })).rejects.toMatchObject({
    error: 'ERR_NO_TAG_FOUND',
  });
  const outsider = await givenUser(world.url, admin, {});
  await expect(outsider.call('POST /tags/sync', { body: { ticketId: ticket.id, tags: [] } })).rejects.toMatchObject({
    status: 404,
    error: 'ERR_NO_TICKET_FOUND',
  });
});

test('tags come 20 a page, by name', async () => {
  const owner = await givenCompany(world.url);
  for (let i = 0; i < 21; i++) await owner.call('POST /tags', { body: { name: `Nome ${String(i).padStart(2, '0')}` } });
  const first = await owner.call('GET /tags');
  expect(first).toMatchObject({ count: 21, hasMore: true });
  expect(first.tags).toHaveLength(20);
  expect((await owner.call('GET /tags', { query: { pageNumber: 2 } })).tags.map(({ name }) => name)).toEqual(['Nome 20']);
});
