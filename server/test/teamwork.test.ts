// Colleagues at one desk: drafts, notes that call somebody, who is where, two answers at once, transfers with a note, following.
import type { PayloadOf } from '@balcao/contract';
import type { TicketView } from '@balcao/contract/tickets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, heard, until } from './client.ts';
import { givenPhone, givenQueue } from './given.ts';
import { givenCompany, givenUser } from './people.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let admin: Client;
let ana: Client;
let caio: Client;
let outsider: Client;
let sales: number;
let support: number;
let phone: number;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  sales = await givenQueue(admin);
  support = await givenQueue(admin, 'Suporte', { color: '#ac2b30' });
  ana = await givenUser(world.url, admin, { name: 'Ana Prado', queueIds: [sales] });
  caio = await givenUser(world.url, admin, { name: 'Caio Fontes', queueIds: [sales, support] });
  outsider = await givenUser(world.url, admin, { name: 'De Fora' });
  phone = await givenPhone(admin);
});
afterAll(() => world.close());

let customers = 0;
/** A conversation of Ana in the queue of sales. */
async function conversation(more: { userId?: number; queueId?: number } = {}): Promise<TicketView> {
  const contact = await admin.call('POST /contacts', {
    body: { name: `Cliente ${++customers}`, number: `4890555${String(1000 + customers)}` },
  });
  return ana.call('POST /tickets', { body: { contactId: contact.id, queueId: sales, userId: ana.user.id, ...more } });
}
const news = <K extends 'draft' | 'ping' | 'presence' | 'followers'>(socket: Awaited<ReturnType<Client['socket']>>, key: K) =>
  heard<PayloadOf<K>>(socket, `company-${admin.user.companyId}-${key}`);
const saveDraft = (by: Client, ticketId: number, text: string, at: string, draftKind: 'message' | 'note' = 'message') =>
  by.call('PUT /v1/tickets/:ticketId/drafts/:draftKind', { params: { ticketId, draftKind }, body: { text, at } });
const write = (by: Client, { id, contactId }: TicketView, note: string, mentions: number[] = []) =>
  by.call('POST /ticket-notes', { body: { note, ticketId: id, contactId, mentions } });
const unseen = async (of: Client, ticketId: number) =>
  (await of.call('GET /v1/pings')).filter((ping) => ping.ticketId === ticketId && ping.seenAt === null).map(({ kind }) => kind);

test('a draft is on all devices of whoever writes it and on nobody else’s; what was typed later counts', async () => {
  const { id } = await conversation();
  const [own, other] = [await ana.socket(), await caio.socket()];
  const draftsOf = async (of: Client) => (await of.call('GET /v1/drafts')).filter(({ ticketId }) => ticketId === id);
  let strangers = 0;
  other.on(`company-${admin.user.companyId}-draft`, () => {
    strangers += 1;
  });
  const told = news(own, 'draft');
  const at = (second: number) => new Date(Date.now() - 60_000 + second * 1000).toISOString();
  const typedAt = at(2);
  const kept = await saveDraft(ana, id, 'Bom dia, Helena', typedAt);
  expect(kept).toEqual({ ticketId: id, kind: 'message', text: 'Bom dia, Helena', at: typedAt });
  expect(await told).toEqual(kept);
  // An older copy of another device comes late.
  expect(await saveDraft(ana, id, 'Bom d', new Date(Date.parse(kept.at) - 1000).toISOString())).toEqual(kept);
  await saveDraft(ana, id, 'só a equipe', at(3), 'note');
  expect((await draftsOf(ana)).map(({ kind, text }) => [kind, text])).toEqual([
    ['note', 'só a equipe'],
    ['message', 'Bom dia, Helena'],
  ]);
  // Sent: an older copy does not bring it back, and a clock that is ahead does not block what is typed next.
  await saveDraft(ana, id, '', new Date(Date.now() + 3_600_000).toISOString());
  expect(await saveDraft(ana, id, 'Bom dia, Helena', kept.at)).toMatchObject({ text: '' });
  await until(async () => (await saveDraft(ana, id, 'De novo', new Date(Date.now() + 3_600_000).toISOString())).text === 'De novo');
  expect(await draftsOf(caio)).toEqual([]);
  await expect(saveDraft(outsider, id, 'x', at(1))).rejects.toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' });
  // Whether there is such a ticket, nobody learns who does not see it.
  for (const ticketId of [id, 999_999]) expect(await saveDraft(outsider, ticketId, '', at(1))).toMatchObject({ text: '' });
  expect(await outsider.call('GET /v1/drafts')).toEqual([]);
  // Of one socket what is said keeps its order: had drafts reached Caio, they would be here before this.
  const marker = news(other, 'presence');
  await ana.call('POST /v1/tickets/:ticketId/presence', { params: { ticketId: id }, body: { state: 'viewing' } });
  await marker;
  expect(strangers).toBe(0);
  for (const socket of [own, other]) socket.close();
});

test('one’s own draft is deleted also where the conversation is out of sight; a list of drafts has an end in bytes', async () => {
  const gone = await conversation();
  const at = () => new Date().toISOString();
  await saveDraft(ana, gone.id, 'Já respondo', at());
  await admin.call('PUT /tickets/:ticketId', { params: { ticketId: gone.id }, body: { userId: caio.user.id, queueId: support } });
  await expect(saveDraft(ana, gone.id, 'Já', at())).rejects.toMatchObject({ error: 'ERR_NO_TICKET_FOUND' });
  expect(await saveDraft(ana, gone.id, '', at())).toMatchObject({ text: '' });
  const texts = (await ana.call('GET /v1/drafts')).filter(({ ticketId }) => ticketId === gone.id).map(({ text }) => text);
  expect(texts).toEqual(['']);
  const long = 'é'.repeat(4096);
  let last = 0;
  for (let n = 0; n < 17; n += 1) {
    last = (await conversation()).id;
    await saveDraft(ana, last, long, at());
    await saveDraft(ana, last, long, at(), 'note');
  }
  const held = (await ana.call('GET /v1/drafts')).filter(({ text }) => text === long);
  expect([held.length, held[0]?.ticketId]).toEqual([32, last]);
});

test('a note calls colleagues who may see the conversation, and they are asked for until they have looked', async () => {
  const ticket = await conversation();
  const socket = await caio.socket();
  const called = news(socket, 'ping');
  const note = await write(ana, ticket, '@Caio Fontes consegue encaixar na terça?', [caio.user.id, caio.user.id]);
  expect(note.mentions).toEqual([{ id: caio.user.id, name: 'Caio Fontes' }]);
  const [ping] = await caio.call('GET /v1/pings');
  expect(ping).toMatchObject({
    kind: 'mention',
    ticket: { id: ticket.id, number: ticket.number, contactName: ticket.contact.name },
    by: { name: 'Ana Prado' },
    text: '@Caio Fontes consegue encaixar na terça?',
    seenAt: null,
  });
  expect(await called).toEqual({ action: 'create', ping });
  // Called again before they looked, there is still one.
  await write(ana, ticket, '@Caio Fontes e na quarta?', [caio.user.id]);
  expect(await unseen(caio, ticket.id)).toEqual(['mention']);
  expect(await unseen(ana, ticket.id)).toEqual([]);
  const anas = await ana.socket();
  const firstForAna = news(anas, 'ping');
  const saw = news(socket, 'ping');
  const { seenAt } = await caio.call('POST /v1/pings/seen', { body: { ticketId: ticket.id } });
  expect(await saw).toEqual({ action: 'seen', ticketId: ticket.id, seenAt });
  expect(await unseen(caio, ticket.id)).toEqual([]);
  // What Caio has seen is nobody else's business.
  await write(caio, ticket, '@Ana Prado, dá na quarta', [ana.user.id]);
  expect(await firstForAna).toMatchObject({ action: 'create', ping: { kind: 'mention' } });
  anas.close();
  await expect(write(ana, ticket, '@De Fora?', [outsider.user.id])).rejects.toMatchObject({ error: 'ERR_USER_NOT_IN_QUEUE' });
  await expect(write(ana, ticket, '@Ninguém?', [999_999])).rejects.toMatchObject({ error: 'ERR_NO_USER_FOUND' });
  const told = await caio.call('GET /v1/tickets/:ticketId/notes', { params: { ticketId: ticket.id } });
  expect(told.map(({ note }) => note)).toEqual([
    '@Caio Fontes consegue encaixar na terça?',
    '@Caio Fontes e na quarta?',
    '@Ana Prado, dá na quarta',
  ]);
  await expect(outsider.call('GET /v1/tickets/:ticketId/notes', { params: { ticketId: ticket.id } })).rejects.toMatchObject({
    status: 404,
  });
  // Where they no longer see the conversation, it no longer asks for them.
  await write(ana, ticket, '@Caio Fontes?', [caio.user.id]);
  await admin.call('PUT /tickets/:ticketId', { params: { ticketId: ticket.id }, body: { queueId: null, userId: admin.user.id } });
  expect(await unseen(caio, ticket.id)).toEqual([]);
  socket.close();
});

test('what happened to a conversation that waits is told to those who may look into it; to others once it is accepted', async () => {
  const ticket = await conversation();
  const params = { ticketId: ticket.id };
  const kinds = async (by: Client) => (await by.call('GET /v1/tickets/:ticketId/moves', { params })).map(({ kind }) => kind);
  await ana.call('PUT /tickets/:ticketId', { params, body: { status: 'pending', userId: null } });
  expect([await kinds(ana), await kinds(admin)]).toEqual([[], ['returned']]);
  await ana.call('PUT /tickets/:ticketId', { params, body: { status: 'open', userId: ana.user.id } });
  expect(await kinds(ana)).toEqual(['returned', 'accepted']);
});

test('a transfer asks for whoever receives it, with what was said', async () => {
  const ticket = await conversation();
  await ana.call('PUT /tickets/:ticketId', {
    params: { ticketId: ticket.id },
    body: { queueId: support, userId: caio.user.id, note: 'Cliente com urgência, nota já localizada.' },
  });
  expect((await caio.call('GET /v1/pings'))[0]).toMatchObject({ kind: 'handed', text: 'Cliente com urgência, nota já localizada.' });
});

test('whoever follows a conversation is told of notes in it and of its moves, but not of their own', async () => {
  const ticket = await conversation();
  const params = { ticketId: ticket.id };
  const socket = await ana.socket();
  const told = news(socket, 'followers');
  const followers = await caio.call('PUT /v1/tickets/:ticketId/follow', { params, body: { on: true } });
  expect(followers).toEqual([{ id: caio.user.id, name: 'Caio Fontes' }]);
  expect(await told).toEqual({ ticketId: ticket.id, followers });
  expect(await ana.call('GET /v1/tickets/:ticketId/followers', { params })).toEqual(followers);
  await write(caio, ticket, 'Eu mesmo');
  expect(await unseen(caio, ticket.id)).toEqual([]);
  // Whoever is called is told so, and not once more because they follow.
  await write(ana, ticket, '@Caio Fontes, liga hoje?', [caio.user.id]);
  expect(await unseen(caio, ticket.id)).toEqual(['mention']);
  await caio.call('POST /v1/pings/seen', { body: { ticketId: ticket.id } });
  await write(ana, ticket, 'Liga à tarde');
  await ana.call('PUT /tickets/:ticketId', { params, body: { status: 'closed' } });
  await ana.call('PUT /tickets/:ticketId', { params, body: { status: 'open' } });
  expect((await unseen(caio, ticket.id)).sort()).toEqual(['closed', 'note', 'reopened']);
  await caio.call('PUT /v1/tickets/:ticketId/follow', { params, body: { on: false } });
  await caio.call('POST /v1/pings/seen', { body: {} });
  await write(ana, ticket, 'Liguei');
  expect(await unseen(caio, ticket.id)).toEqual([]);
  socket.close();
});

test('who looks and who writes is heard by those who may see the conversation, and by nobody else', async () => {
  const ticket = await conversation();
  const [near, far] = [await caio.socket(), await outsider.socket()];
  let strangers = 0;
  far.on(`company-${admin.user.companyId}-presence`, () => {
    strangers += 1;
  });
  const told = news(near, 'presence');
  const tell = (by: Client, state: 'viewing' | 'typing' | 'away') =>
    by.call('POST /v1/tickets/:ticketId/presence', { params: { ticketId: ticket.id }, body: { state, arrived: true } });
  await tell(ana, 'typing');
  expect(await told).toEqual({ ticketId: ticket.id, user: { id: ana.user.id, name: 'Ana Prado' }, state: 'typing', arrived: true });
  await expect(tell(outsider, 'viewing')).rejects.toMatchObject({ status: 404 });
  const marker = heard(far, `company-${admin.user.companyId}-user`);
  await admin.call('PUT /users/:userId', { params: { userId: outsider.user.id }, body: { sendWith: 'ctrlEnter' } });
  await marker;
  expect(strangers).toBe(0);
  expect((await outsider.call('GET /auth/me')).user).toMatchObject({ sendWith: 'ctrlEnter' });
  for (const socket of [near, far]) socket.close();
});

test('a second answer is held back when a colleague answered since one looked, and goes when it is sent anyway', async () => {
  const ticket = await conversation();
  const params = { ticketId: ticket.id };
  const send = (by: Client, body: string, after?: string, idempotencyKey?: string) =>
    by.call('POST /messages/:ticketId', {
      params,
      body: { body, ...(after && { after }) },
      ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
    });
  const [first] = await send(ana, 'Um momento');
  const [answer] = await send(caio, 'Já resolvi com ela', first?.id, 'resposta-do-caio');
  await expect(send(ana, 'Vou ver', first?.id)).rejects.toMatchObject({ status: 409, error: 'ERR_ANSWERED_MEANWHILE' });
  // Once looked at, it holds nothing back; nor do one's own answers, nor a repeat of what was sent.
  await send(ana, 'Obrigada, Caio', answer?.id);
  await send(ana, 'Mais uma coisa', answer?.id);
  expect(await send(caio, 'Já resolvi com ela', first?.id, 'resposta-do-caio')).toMatchObject([{ id: answer?.id }]);
  await send(caio, 'Mesmo assim');
});

test('the next conversation is the one whose customer has waited longest', async () => {
  const dora = await givenUser(world.url, admin, { name: 'Dora', queueIds: [support] });
  const says = (from: string) =>
    admin.call('POST /simulator/:whatsappId/messages', { params: { whatsappId: phone }, body: { from, name: from, body: 'Alguém?' } });
  const next = async (after?: number) => (await dora.call('GET /v1/tickets/next', { query: after ? { after } : {} })).ticket?.id ?? null;
  expect(await next()).toBeNull();
  const ids: number[] = [];
  for (const from of ['5548911110001', '5548911110002', '5548911110003']) {
    await says(from);
    const [ticket] = (await admin.call('GET /tickets', { query: { searchParam: from, showAll: true } })).tickets;
    await admin.call('PUT /tickets/:ticketId', { params: { ticketId: ticket?.id ?? 0 }, body: { queueId: support } });
    ids.push(ticket?.id ?? 0);
  }
  const [one = 0, two = 0, three = 0] = ids;
  expect([await next(), await next(one)]).toEqual([one, two]);
  // One that is hers and unanswered waits as well; answered, it does not.
  await dora.call('PUT /tickets/:ticketId', { params: { ticketId: one }, body: { status: 'open' } });
  expect(await next()).toBe(one);
  await dora.call('POST /messages/:ticketId', { params: { ticketId: one }, body: { body: 'Pois não?' } });
  await until(async () => (await next()) === two);
  expect(await next(two)).toBe(three);
  await says('5548911110004');
  // What is set aside waits for nobody.
  await dora.call('PUT /v1/tickets/:ticketId/snooze', { params: { ticketId: two }, body: { until: null } });
  expect(await next()).toBe(three);
  const load = await ana.call('GET /v1/workload');
  expect(load.users).toContainEqual({ userId: dora.user.id, open: 1, waiting: 0, capacity: null });
  const { tickets } = await admin.call('GET /tickets', { query: { status: 'pending', showAll: true } });
  const inNone = tickets.filter(({ queueId }) => queueId === null).length;
  expect(inNone).toBeGreaterThan(0);
  expect(load.queues).toEqual([
    { queueId: support, pending: 2 },
    { queueId: null, pending: inNone },
  ]);
  // Nor does what she has, where she no longer sees it.
  await says('5548911110001');
  expect(await next(three)).toBe(one);
  await admin.call('PUT /users/:userId', { params: { userId: dora.user.id }, body: { queueIds: [] } });
  expect(await next()).toBeNull();
});

test('a quick message of a queue is for that queue, and for all once the queue is gone', async () => {
  const queueId = await givenQueue(admin, 'Trocas', { color: '#227722' });
  const { id } = await ana.call('POST /quick-messages', { body: { shortcode: 'troca', message: 'Traga a nota', queueId } });
  const read = async () => (await ana.call('GET /quick-messages/:quickMessageId', { params: { quickMessageId: id } })).queueId;
  expect(await read()).toBe(queueId);
  await expect(
    ana.call('PUT /quick-messages/:quickMessageId', { params: { quickMessageId: id }, body: { queueId: 999_999 } }),
  ).rejects.toMatchObject({
    error: 'ERR_NO_QUEUE_FOUND',
  });
  await admin.call('DELETE /queue/:queueId', { params: { queueId } });
  await until(async () => (await read()) === null);
});
