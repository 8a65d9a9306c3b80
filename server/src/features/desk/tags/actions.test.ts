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
  await agent.call('POST /tags/sync', { body: { ticketId: ticket.id, tags: [] } });
  expect(await agent.call('PUT /ticket-tags/:ticketId/:tagId', { params: { ticketId: ticket.id, tagId: lane.id } })).toMatchObject({
    ticketId: ticket.id,
    tagId: lane.id,
    ticket: { id: ticket.id, tags: [{ id: lane.id, kanban: 1 }] },
  });
  expect(await tagsOf()).toEqual([lane.id]);
  await agent.call('DELETE /ticket-tags/:ticketId', { params: { ticketId: ticket.id } });
  await agent.call('PUT /ticket-tags/:ticketId/:tagId', { params: { ticketId: ticket.id, tagId: 'lane0' } });
  expect(await tagsOf()).toEqual([]);
});

test('a ticket is in one lane at most, however it gets there, and keeps its ordinary tags', async () => {
  const lane = (name: string) => admin.call('POST /tags', { body: { name, kanban: 1 } });
  const [first, second, plain] = [await lane('Proposta'), await lane('Fechado'), await newTag('Especial')];
  const params = { ticketId: ticket.id };
  const put = (tagId: number | 'lane0') => agent.call('PUT /ticket-tags/:ticketId/:tagId', { params: { ...params, tagId } });
  const tagsOf = async () => (await agent.call('GET /tickets/:ticketId', { params })).tags.map(({ id }) => id).sort((a, b) => a - b);
  await agent.call('POST /tags/sync', { body: { ticketId: ticket.id, tags: [plain.id, first.id] } });
  await put(second.id);
  expect(await tagsOf()).toEqual([second.id, plain.id]);
  const synced = await agent.call('POST /tags/sync', { body: { ticketId: ticket.id, tags: [second.id, plain.id, first.id] } });
  expect(synced.tags.map(({ id, kanban }) => [id, kanban])).toEqual([
    [plain.id, 0],
    [first.id, 1],
  ]);
  // An ordinary tag that becomes a lane is taken off the tickets that are in one already.
  await admin.call('PUT /tags/:tagId', { params: { tagId: plain.id }, body: { kanban: 1 } });
  expect(await tagsOf()).toEqual([first.id]);
  await admin.call('PUT /tags/:tagId', { params: { tagId: plain.id }, body: { kanban: 0 } });
  await put(plain.id);
  await agent.call('DELETE /ticket-tags/:ticketId', { params });
  expect(await tagsOf()).toEqual([plain.id]);
  await put(first.id);
  await put('lane0');
  expect(await tagsOf()).toEqual([plain.id]);
});

test('five at once end in one lane, and all hear the same', async () => {
  const lanes: { id: number }[] = [];
  for (const n of [1, 2, 3, 4, 5]) lanes.push(await admin.call('POST /tags', { body: { name: `Ao mesmo tempo ${n}`, kanban: 1 } }));
  const people = [admin, agent];
  while (people.length < 5) people.push(await givenUser(world.url, admin, { queueIds: [ticket.queueId ?? 0] }));
  const sockets = await Promise.all(people.map((person) => person.socket()));
  const newest = sockets.map(() => ({ revision: 0, lanes: [] as number[] }));
  for (const [i, socket] of sockets.entries()) {
    socket.on(`company-${admin.user.companyId}-ticket`, (news: { action: string; ticket: TicketView }) => {
      if (news.action !== 'update' || news.ticket.revision <= (newest[i]?.revision ?? 0)) return;
      newest[i] = { revision: news.ticket.revision, lanes: news.ticket.tags.filter(({ kanban }) => kanban === 1).map(({ id }) => id) };
    });
  }
  const moves = people.flatMap((person, i) =>
    [0, 1, 2].map((step) =>
      person.call('PUT /ticket-tags/:ticketId/:tagId', { params: { ticketId: ticket.id, tagId: lanes[(i + step) % 5]?.id ?? 0 } }),
    ),
  );
  await Promise.all(moves);
  const end = await admin.call('GET /tickets/:ticketId', { params: { ticketId: ticket.id } });
  const inLanes = end.tags.filter(({ kanban }) => kanban === 1).map(({ id }) => id);
  expect(inLanes).toHaveLength(1);
  await expect.poll(() => newest).toEqual(sockets.map(() => ({ revision: end.revision, lanes: inLanes })));
  const listed = await Promise.all(
    lanes.map(async ({ id }) => (await agent.call('GET /ticket/kanban', { query: { lane: id } })).tickets.map((one) => one.id)),
  );
  expect(listed).toEqual(lanes.map(({ id }) => (id === inLanes[0] ? [ticket.id] : [])));
  await agent.call('DELETE /ticket-tags/:ticketId', { params: { ticketId: ticket.id } });
  for (const socket of sockets) socket.close();
});

test('the board has active tickets only, each person those of their queues, in their lane or in none', async () => {
  const lane = await admin.call('POST /tags', { body: { name: 'Só do quadro', kanban: 1 } });
  const contact = await admin.call('POST /contacts', { body: { name: 'Outra Fila', number: '48905550302' } });
  const elsewhere = await givenQueue(admin, 'Outra', { color: '#123456' });
  const other = await admin.call('POST /tickets', { body: { contactId: contact.id, queueId: elsewhere } });
  const ids = async (who: Client, query: object) => (await who.call('GET /ticket/kanban', { query })).tickets.map(({ id }) => id);
  await admin.call('PUT /ticket-tags/:ticketId/:tagId', { params: { ticketId: other.id, tagId: lane.id } });
  expect(await ids(admin, { lane: lane.id, showAll: true })).toEqual([other.id]);
  expect(await ids(admin, { lane: 'lane0', showAll: true })).toEqual([ticket.id]);
  expect(await ids(agent, { showAll: true })).toEqual([ticket.id]);
  expect(await ids(agent, { queueIds: [elsewhere] })).toEqual([]);
  expect(await ids(admin, { queueIds: JSON.stringify([elsewhere]) })).toEqual([other.id]);
  expect((await ids(admin, { queueIds: [], showAll: true })).sort()).toEqual([ticket.id, other.id].sort());
  expect(await ids(admin, { searchParam: 'outra fila' })).toEqual([other.id]);
  await admin.call('PUT /tickets/:ticketId', { params: { ticketId: other.id }, body: { status: 'closed' } });
  expect(await ids(admin, { lane: lane.id })).toEqual([]);
});

test('nobody moves a card that is not theirs to see, on any way, and no lane of another company takes one', async () => {
  const lane = await admin.call('POST /tags', { body: { name: 'Raia de todos', kanban: 1 } });
  const elsewhere = await givenQueue(admin, 'Fila fechada', { color: '#654321' });
  const contact = await admin.call('POST /contacts', { body: { name: 'Fora da Vista', number: '48905550303' } });
  const hidden = await admin.call('POST /tickets', { body: { contactId: contact.id, queueId: elsewhere } });
  const held = async () => (await admin.call('GET /tickets/:ticketId', { params: { ticketId: hidden.id } })).tags.map(({ id }) => id);
  await admin.call('PUT /ticket-tags/:ticketId/:tagId', { params: { ticketId: hidden.id, tagId: lane.id } });
  const stranger = await givenCompany(world.url);
  const foreign = await stranger.call('POST /tags', { body: { name: 'Raia alheia', kanban: 1 } });
  const none = { status: 404, error: 'ERR_NO_TICKET_FOUND' };
  for (const who of [agent, await givenUser(world.url, admin, { allTicket: 'enabled' }), stranger]) {
    const put = (tagId: number | 'lane0') => who.call('PUT /ticket-tags/:ticketId/:tagId', { params: { ticketId: hidden.id, tagId } });
    await expect(put(lane.id)).rejects.toMatchObject(none);
    await expect(put('lane0')).rejects.toMatchObject(none);
    await expect(who.call('DELETE /ticket-tags/:ticketId', { params: { ticketId: hidden.id } })).rejects.toMatchObject(none);
    expect((await who.call('GET /ticket/kanban', { query: { lane: lane.id, showAll: true } })).tickets).toEqual([]);
  }
  expect((await stranger.call('GET /tags/kanban')).lista.map(({ id }) => id)).toEqual([foreign.id]);
  const into = (tagId: number) => admin.call('PUT /ticket-tags/:ticketId/:tagId', { params: { ticketId: hidden.id, tagId } });
  await expect(into(foreign.id)).rejects.toMatchObject({ error: 'ERR_NO_TAG_FOUND' });
  expect(await held()).toEqual([lane.id]);
  // People of its queue do, whoever has it; once they have left the queue, no more.
  const colleague = await givenUser(world.url, admin, { queueIds: [elsewhere] });
  const put = (tagId: number | 'lane0') => colleague.call('PUT /ticket-tags/:ticketId/:tagId', { params: { ticketId: hidden.id, tagId } });
  await put('lane0');
  expect(await held()).toEqual([]);
  await admin.call('PUT /users/:userId', { params: { userId: colleague.user.id }, body: { queueIds: [] } });
  await expect(put(lane.id)).rejects.toMatchObject(none);
  await admin.call('PUT /tickets/:ticketId', { params: { ticketId: hidden.id }, body: { status: 'closed' } });
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

test('who tags a ticket is told in its conversation, with the names the tags had; where nothing changes, nothing is told', async () => {
  const [urgent, vip] = [await newTag('Urgentíssimo'), await newTag('VIP dourado')];
  const tell = heard<{ action: string; ticketId: number }>(await agent.socket(), `company-${admin.user.companyId}-ticket-move`);
  const put = (tags: { id: number }[]) => agent.call('POST /tags/sync', { body: { ticketId: ticket.id, tags } });
  await put([urgent]);
  expect(await tell).toEqual({ action: 'create', ticketId: ticket.id });
  await put([urgent]);
  await put([vip]);
  await admin.call('PUT /tags/:tagId', { params: { tagId: urgent.id }, body: { name: 'Outro nome' } });
  const moves = await agent.call('GET /v1/tickets/:ticketId/moves', { params: { ticketId: ticket.id } });
  const told = moves.filter(({ kind }) => kind === 'tagged').slice(-2);
  expect(told.map(({ by, tags }) => [by?.id, tags?.added.map(({ name }) => name), tags?.removed.map(({ name }) => name)])).toEqual([
    [agent.user.id, ['Urgentíssimo'], expect.any(Array)],
    [agent.user.id, ['VIP dourado'], ['Urgentíssimo']],
  ]);
});
