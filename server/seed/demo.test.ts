import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformTransaction } from '../src/platform/db/transaction.ts';
import { type Client, signIn } from '../test/client.ts';
import { jobsDone } from '../test/phone.ts';
import { createWorld, type World } from '../test/world.ts';
import { seedDemo } from './demo.ts';
import { conversations } from './demo-conversations.ts';

let world: World;
let marina: Client;

beforeAll(async () => {
  let password = '';
  world = await createWorld({
    pix: { provider: 'simulated' },
    before: async ({ base }) => {
      password = (await seedDemo(base))?.password ?? '';
    },
  });
  // The jobs that it left change nothing of it.
  await jobsDone(world, 60_000);
  marina = await signIn(world.url, 'marina@demo.local', password);
}, 180_000);
afterAll(() => world?.close());

const list = (query: Record<string, unknown>) => marina.call('GET /tickets', { query: { showAll: true, ...query } as never });

test('the demo company has its people, queues and a number that works', async () => {
  const users = await marina.call('GET /users/list');
  expect(users.map((user) => user.name).sort()).toEqual([
    'Ana Beatriz Lopes',
    'Caio Fontes',
    'Joana Prado',
    'Marina Duarte',
    'Rafael Nogueira',
  ]);
  const queues = await marina.call('GET /queue');
  expect(queues.map((queue) => queue.name)).toEqual(['Vendas', 'Assistência', 'Entregas', 'Financeiro']);
  expect(new Set(queues.map((queue) => queue.color)).size).toBe(4);
  expect(await marina.call('GET /whatsapp')).toMatchObject([{ channel: 'simulator', status: 'CONNECTED', isDefault: true }]);
  expect(marina.user.company.dueDate).toBe('2099-12-31');
});

test('its tickets wait, are attended and are resolved, over several days', async () => {
  const [pending, open, closed] = await Promise.all((['pending', 'open', 'closed'] as const).map((status) => list({ status })));
  // The finished campaign has written to five.
  expect((pending?.count ?? 0) + (open?.count ?? 0) + (closed?.count ?? 0)).toBe(conversations.length + 5);
  expect(pending?.tickets.length).toBeGreaterThan(4);
  expect(open?.tickets.length).toBeGreaterThan(8);
  expect(closed?.tickets.length).toBeGreaterThan(5);
  expect(open?.tickets.some((ticket) => ticket.unreadMessages > 0)).toBe(true);
  expect(closed?.tickets.every((ticket) => ticket.unreadMessages === 0)).toBe(true);
  const all = [pending, open, closed].flatMap((page) => page?.tickets ?? []);
  expect(new Set(all.map((ticket) => ticket.updatedAt.slice(0, 10))).size).toBeGreaterThan(3);
  expect(all.every((ticket) => Date.parse(ticket.updatedAt) <= Date.now())).toBe(true);
  const waits = sql<{ waited: number }>`select (detail ->> 'waited')::int as waited from ticket_moves where detail ? 'waited'`;
  const seconds = await platformTransaction(world.app.base, async ({ db }) => (await waits.execute(db)).rows.map(({ waited }) => waited));
  expect([seconds.length > 8, Math.min(...seconds) > 0]).toEqual([true, true]);
});

test('all that its customers wrote, reacted to and deleted has come in', async () => {
  const lost = sql<{ error: string }>`select error, payload from inbound_events where processed_at is null`;
  expect(await platformTransaction(world.app.base, async ({ db }) => (await lost.execute(db)).rows)).toEqual([]);
});

test('it has paid for three months, and its subscription does not end', async () => {
  const { invoices } = await marina.call('GET /invoices/all');
  expect(invoices.map(({ status, value }) => [status, value])).toEqual([1, 2, 3].map(() => ['paid', 30]));
  expect(invoices.every(({ paidAt, dueDate }) => paidAt !== null && paidAt.slice(0, 10) < dueDate)).toBe(true);
});

test('it has a list of customers, a campaign that is over, one to come and messages for later', async () => {
  expect((await marina.call('GET /contact-lists')).records).toMatchObject([{ name: 'Clientes da loja', contactsCount: 5 }]);
  const { records } = await marina.call('GET /campaigns');
  expect(records.map(({ name, status }) => [name, status])).toEqual([
    ['Semana da cadeira', 'PROGRAMADA'],
    ['Vitrine nova', 'FINALIZADA'],
  ]);
  const campaignId = records.at(-1)?.id ?? 0;
  const { campaign, series } = await marina.call('GET /v1/campaigns/:campaignId/report', { params: { campaignId } });
  expect(campaign.counts).toMatchObject({ delivered: 5, read: 3, unread: 1, replied: 1, failed: 0 });
  expect(series.length).toBeGreaterThan(0);
  const { schedules } = await marina.call('GET /schedules');
  expect(schedules.map(({ status }) => status)).toEqual(['PENDENTE', 'PENDENTE', 'PENDENTE']);
});

test('its conversations hold messages of every kind, with files that can be had', async () => {
  const messages = [];
  for (const { id } of (await list({})).tickets) {
    messages.push(...(await marina.call('GET /messages/:ticketId', { params: { ticketId: id }, query: { peek: true } as never })).messages);
  }
  expect(new Set(messages.map((message) => message.mediaType))).toEqual(
    new Set(['conversation', 'image', 'audio', 'application', 'locationMessage', 'vcard']),
  );
  const files = messages.filter((message) => message.mediaState !== 'none');
  expect(files.every((message) => message.mediaState === 'ready' && message.mediaPath)).toBe(true);
  expect(files.filter((message) => message.mediaType === 'image').every((message) => message.thumbUrl && message.width)).toBe(true);
  expect(files.filter((message) => message.isVoice).every((message) => message.waveform?.length === 64 && message.playableUrl)).toBe(true);
  expect(messages.some((message) => message.quotedMsg)).toBe(true);
  expect(messages.some((message) => message.isEdited && message.edits.length === 1)).toBe(true);
  expect(messages.some((message) => message.fromMe && message.isDeleted)).toBe(true);
  expect(messages.some((message) => !message.fromMe && message.isDeleted)).toBe(true);
  expect(messages.some((message) => message.reactions.length > 0)).toBe(true);
  expect(messages.filter((message) => message.fromMe).every((message) => message.state !== 'queued' && message.state !== 'failed')).toBe(
    true,
  );
});

test('its conversations have tags, notes and ratings, and one is a group', async () => {
  const { tickets } = await list({});
  expect((await marina.call('GET /tags')).tags.map(({ name }) => name).sort()).toEqual(['Cliente VIP', 'Garantia', 'Orçamento', 'Urgente']);
  expect(tickets.filter(({ tags }) => tags.length > 0).length).toBeGreaterThan(3);
  const group = tickets.find(({ isGroup }) => isGroup);
  expect(group).toMatchObject({ status: 'open', contact: { name: 'Condomínio Ipê · obras' } });
  const noted = tickets.find(({ contact }) => contact.name === 'Helena Sampaio');
  const notes = await marina.call('GET /ticket-notes/list', { query: { ticketId: noted?.id, contactId: noted?.contactId } as never });
  expect(notes).toMatchObject([{ note: expect.stringContaining('Retirada') }]);
  const rated = tickets.find(({ contact }) => contact.name === 'Padaria Trigo Novo');
  expect(rated?.status).toBe('closed');
  const said = (await marina.call('GET /messages/:ticketId', { params: { ticketId: rated?.id ?? 0 }, query: { peek: true } as never }))
    .messages;
  expect(said.slice(-2).map(({ fromMe, body }) => [fromMe, body.split('\n')[0]])).toEqual([
    [true, expect.stringContaining('Digite de 1 à 3')],
    [false, '3'],
  ]);
});

test('its bot has options, and its people have quick messages', async () => {
  const queues = await marina.call('GET /queue');
  const support = queues.find(({ name }) => name === 'Assistência');
  const options = await marina.call('GET /queue-options', { query: { queueId: support?.id } });
  expect(options.filter(({ parentId }) => parentId === null).map(({ title }) => title)).toEqual([
    'Montagem e regulagem',
    'Troca e garantia',
  ]);
  expect(options.filter(({ parentId }) => parentId !== null)).toHaveLength(2);
  const quick = await marina.call('GET /quick-messages/list');
  expect(quick.map(({ shortcode }) => shortcode).sort()).toEqual(['frete', 'horario', 'obrigada', 'parcelas', 'protocolo']);
});

test('it has automations, of which one is switched off', async () => {
  const automations = await marina.call('GET /v1/automations');
  expect(automations.map(({ name, active }) => [name, active])).toEqual([
    ['Boletos para o Financeiro', true],
    ['Quinze minutos sem resposta', true],
    ['Avaliação ruim', false],
  ]);
});

test('making it again changes nothing, also once it has another name', async () => {
  const before = await list({});
  expect(await seedDemo(world.app.base)).toBeNull();
  const operator = await signIn(world.url, world.operator.email, world.operator.password);
  await operator.call('PUT /companies/:companyId', { params: { companyId: marina.user.companyId }, body: { name: 'Vértice Casa' } });
  expect(await seedDemo(world.app.base)).toBeNull();
  expect(await list({})).toEqual(before);
});
