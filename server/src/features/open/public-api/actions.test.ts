// Programs with a key, over HTTP.
import { apiKeysMax, apiScopes } from '@balcao/contract/api-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallFailed, type Client, call } from '../../../../test/client.ts';
import { givenPhone, givenQueue } from '../../../../test/given.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { createApiKey } from '../api-keys/actions.ts';

let world: World;
let admin: Client;
let key: string;
let queueId: number;
let phoneId: number;
beforeAll(async () => {
  world = await createWorld({ roles: ['web'] });
  admin = await givenCompany(world.url);
  queueId = await givenQueue(admin);
  phoneId = await givenPhone(admin, 'Telefone', { queueIds: [queueId] });
  ({ key } = await admin.call('POST /v1/api-keys', { body: { name: 'Loja virtual', scopes: [...apiScopes] } }));
});
afterAll(() => world.close());

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at by each test.
type Answered = any;
async function api(
  route: string,
  input: { params?: object; query?: object; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answered> {
  return (await call(world.url, route, { ...input, token: key })).json();
}
const refused = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: CallFailed) => [error.status, error.error],
  );

async function pages(route: string, query: Record<string, unknown> = {}): Promise<Answered[][]> {
  const all: Answered[][] = [];
  for (let cursor: number | null | undefined; cursor !== null; ) {
    const answer = await api(route, { query: { ...query, ...(cursor ? { cursor } : {}) } });
    all.push(answer.data);
    cursor = answer.nextCursor;
  }
  return all;
}

test('lists go on where they ended, whatever is added or removed meanwhile', async () => {
  for (let i = 0; i < 5; i++) await api('POST /api/v1/tags', { body: { name: `Etiqueta ${i}` } });
  const first = await api('GET /api/v1/tags', { query: { limit: 2 } });
  expect(first).toEqual({
    data: [expect.objectContaining({ name: 'Etiqueta 0' }), expect.objectContaining({ name: 'Etiqueta 1' })],
    nextCursor: first.data[1].id,
  });
  await api('DELETE /api/v1/tags/:tagId', { params: { tagId: first.data[0].id } });
  await api('POST /api/v1/tags', { body: { name: 'Ainda uma' } });
  const second = await api('GET /api/v1/tags', { query: { limit: 2, cursor: first.nextCursor } });
  expect(second.data.map(({ name }: { name: string }) => name)).toEqual(['Etiqueta 2', 'Etiqueta 3']);
  const sizes = (await pages('GET /api/v1/tags', { limit: 2 })).map((page) => page.length);
  expect(sizes).toEqual([2, 2, 1]);
  expect((await api('GET /api/v1/queues')).data).toEqual([{ id: queueId, name: 'Vendas', color: '#1164a9' }]);
});

test('a contact is added, found by its number, changed and removed', async () => {
  const made = await api('POST /api/v1/contacts', {
    body: { name: 'Lia Ramos', number: '(48) 98877-0001', extraInfo: [{ name: 'Pedido', value: '42' }] },
  });
  expect(made).toMatchObject({ name: 'Lia Ramos', number: '5548988770001', extraInfo: [{ name: 'Pedido', value: '42' }] });
  expect((await api('GET /api/v1/contacts', { query: { number: '+55 48 98877-0001' } })).data).toEqual([
    expect.objectContaining({ id: made.id }),
  ]);
  expect((await api('GET /api/v1/contacts', { query: { number: '5548900000000' } })).data).toEqual([]);
  expect(await refused(api('POST /api/v1/contacts', { body: { name: 'Lia', number: '5548988770001' } }))).toEqual([
    400,
    'ERR_DUPLICATED_CONTACT',
  ]);
  const params = { contactId: made.id };
  expect(await api('PUT /api/v1/contacts/:contactId', { params, body: { email: 'lia@loja.example' } })).toMatchObject({
    email: 'lia@loja.example',
    name: 'Lia Ramos',
  });
  expect(await api('DELETE /api/v1/contacts/:contactId', { params })).toEqual({ id: made.id });
  expect(await refused(api('GET /api/v1/contacts/:contactId', { params }))).toEqual([404, 'ERR_NO_CONTACT_FOUND']);
  // The log names the program that did it.
  const { rows } = await platformTransaction(world.app.base, ({ db }) =>
    sql`select actor_id, actor_name, details -> 'program' ->> 'access' as access from audit_log where verb = 'contact.deleted' and company_id = ${admin.user.companyId}`.execute(
      db,
    ),
  );
  expect(rows).toEqual([{ actor_id: null, actor_name: 'Loja virtual', access: 'key' }]);
});

test('a ticket is opened, tagged, written in, given to an agent and closed, and people see it', async () => {
  const ana = await givenUser(world.url, admin, { queueIds: [queueId] });
  const contact = await api('POST /api/v1/contacts', { body: { name: 'Rui Prado', number: '5548988770002' } });
  const opened = await api('POST /api/v1/tickets', { body: { contactId: contact.id, queueId, whatsappId: phoneId } });
  expect(opened).toMatchObject({ status: 'pending', queue: { id: queueId, name: 'Vendas' }, user: null, contact: { name: 'Rui Prado' } });
  const params = { ticketId: opened.id };
  const tag = await api('POST /api/v1/tags', { body: { name: 'VIP', color: '#ac2b30' } });
  expect((await api('PUT /api/v1/tickets/:ticketId/tags', { params, body: { tags: [tag.id] } })).tags).toEqual([
    { id: tag.id, name: 'VIP' },
  ]);
  const send = (body: string) =>
    api('POST /api/v1/tickets/:ticketId/messages', { params, body: { body }, headers: { 'idempotency-key': 'um' } });
  const { data } = await send('Bom dia, {{firstName}}');
  expect(data).toEqual([expect.objectContaining({ body: 'Bom dia, Rui', state: 'queued', type: 'conversation', media: null, user: null })]);
  expect((await send('Outra coisa')).data[0].id).toBe(data[0].id);
  // The same word of another program is another message.
  const { key: token } = await admin.call('POST /v1/api-keys', { body: { name: 'ERP', scopes: ['messages:write'] } });
  const headers = { 'idempotency-key': 'um' };
  const other = await call(world.url, 'POST /api/v1/tickets/:ticketId/messages', { params, body: { body: 'Do ERP' }, headers, token });
  expect(((await other.json()) as Answered).data[0]).toMatchObject({ body: 'Do ERP' });
  expect(await api('GET /api/v1/messages/:messageId', { params: { messageId: data[0].id } })).toEqual(data[0]);
  const moved = await api('PUT /api/v1/tickets/:ticketId', { params, body: { status: 'open', userId: ana.user.id } });
  expect(moved).toMatchObject({ status: 'open', user: { id: ana.user.id } });
  expect((await ana.call('GET /tickets', { query: { status: 'open' } })).tickets.map(({ id }) => id)).toContain(opened.id);
  expect(
    (await api('GET /api/v1/tickets', { query: { status: 'open', userId: ana.user.id } })).data.map(({ id }: { id: number }) => id),
  ).toEqual([opened.id]);
  expect((await api('PUT /api/v1/tickets/:ticketId', { params, body: { status: 'closed' } })).status).toBe('closed');
  expect(await refused(api('POST /api/v1/tickets/:ticketId/messages', { params, body: { body: 'Oi' } }))).toEqual([
    400,
    'ERR_TICKET_CLOSED',
  ]);
});

test('the messages of a ticket come page by page, and asking reads nothing', async () => {
  const says = (body: string) =>
    admin.call('POST /simulator/:whatsappId/messages', {
      params: { whatsappId: phoneId },
      body: { from: '5548988770003', name: 'Iara', body },
    });
  for (const word of ['um', 'dois', 'três']) await says(word);
  const [ticket] = (await api('GET /api/v1/tickets', { query: { status: 'pending' } })).data;
  expect(ticket).toMatchObject({ contact: { name: 'Iara' }, unreadMessages: 3 });
  const found = await pages('GET /api/v1/tickets/:ticketId/messages'.replace(':ticketId', ticket.id), { limit: 2 });
  expect(found.map((page) => page.map(({ body }) => body))).toEqual([['três', 'dois'], ['um']]);
  expect((await api('GET /api/v1/tickets/:ticketId', { params: { ticketId: ticket.id } })).unreadMessages).toBe(3);
  const tickets = (await pages('GET /api/v1/tickets', { limit: 1 })).flat().map(({ id }) => id);
  expect(tickets.length).toBeGreaterThan(1);
  expect(tickets).toEqual([...new Set(tickets)].sort((a, b) => b - a));
});

test('a key is shown once, its use is noted, and its makers may change what it does', async () => {
  const { key: secret, ...made } = await admin.call('POST /v1/api-keys', { body: { name: 'ERP', scopes: ['tags:read', 'tags:read'] } });
  expect(secret.startsWith(made.hint)).toBe(true);
  expect(made).toMatchObject({ scopes: ['tags:read'], lastUsedAt: null, createdBy: admin.user.name });
  expect(JSON.stringify(await admin.call('GET /v1/api-keys'))).not.toContain(secret);
  const asked = (route: string) => call(world.url, route, { token: secret });
  await asked('GET /api/v1/tags');
  const params = { apiKeyId: made.id };
  expect((await admin.call('GET /v1/api-keys/:apiKeyId', { params })).lastUsedAt).not.toBeNull();
  await expect(asked('GET /api/v1/queues')).rejects.toMatchObject({ status: 403, body: { details: { scope: 'queues:read' } } });
  await admin.call('PUT /v1/api-keys/:apiKeyId', { params, body: { scopes: ['queues:read'] } });
  expect((await asked('GET /api/v1/queues')).status).toBe(200);
  await admin.call('DELETE /v1/api-keys/:apiKeyId', { params });
  await expect(asked('GET /api/v1/queues')).rejects.toMatchObject({ status: 401, error: 'ERR_API_TOKEN' });
});

test('a company has so many keys, also where several are made at once', async () => {
  const { user } = await givenCompany(world.url);
  const ctx = asSystem(world.app.base, mintCompanyId(user.companyId));
  const made = await Promise.allSettled(
    Array.from({ length: apiKeysMax + 2 }, () => createApiKey(ctx, { name: 'ERP', scopes: ['tags:read'] })),
  );
  const refusals = made.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
  expect(refusals).toEqual(['ERR_API_KEYS_LIMIT', 'ERR_API_KEYS_LIMIT']);
});
