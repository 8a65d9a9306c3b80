// Programs that send with the token of a connection, over HTTP, against a strict local Meta and the simulator.
import { createHash } from 'node:crypto';
import type { SentByApi } from '@balcao/contract/external-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type CallFailed, call, until } from '../../../../test/client.ts';
import { fakeTemplate } from '../../../../test/fake-graph/templates.ts';
import { type Desk, givenDesk, givenPhone } from '../../../../test/given.ts';
import { givenCompany } from '../../../../test/people.ts';
import { givenPlan, serveMadeUp } from '../../../../test/plans.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';

let desk: Desk;
let waba: string;
let phoneId: number;
const cloudToken = 'token-da-api-oficial-1234';
const phoneToken = 'token-do-telefone-5678';
let people = 0;
const newNumber = () => `5548988${String(200_000 + ++people)}`;

beforeAll(async () => {
  desk = await givenDesk();
  waba = `20${desk.phoneNumberId.slice(2)}`;
  await desk.admin.call('PUT /whatsapp/:whatsappId', { params: { whatsappId: desk.connectionId }, body: { token: cloudToken } });
  phoneId = await givenPhone(desk.admin, 'Telefone', { token: phoneToken, queueIds: [desk.sales] });
});
afterAll(() => desk.close());

async function send(body: Record<string, unknown> | FormData, token = phoneToken, headers: Record<string, string> = {}) {
  const response = await call(desk.world.url, 'POST /api/messages/send', { body, token, headers });
  return { ...((await response.json()) as SentByApi), headers: response.headers };
}
const refused = (sent: Promise<unknown>) =>
  sent.then(
    () => null,
    (error: CallFailed) => [error.status, error.error],
  );
const ticket = (ticketId: number) => desk.admin.call('GET /tickets/:ticketId', { params: { ticketId } });
const thread = async (ticketId: number) => (await desk.admin.call('GET /messages/:ticketId', { params: { ticketId } })).messages;

test('a text goes to a number nobody knows yet: contact, waiting ticket and message are there, and what is left of the minute is told', async () => {
  const number = newNumber();
  const { headers, ...sent } = await send({
    number: `+${number}`,
    body: 'Olá, {{firstName}}! Seu pedido saiu.',
    name: 'Lia Ramos',
    queueId: desk.sales,
  });
  expect(sent).toEqual({
    id: expect.any(String),
    ticketId: expect.any(Number),
    state: 'queued',
    messages: [{ id: sent.id, state: 'queued' }],
  });
  expect(headers.get('ratelimit-limit')).toBe('300');
  expect(Number(headers.get('ratelimit-remaining'))).toBeLessThan(300);
  expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0);
  expect(await ticket(sent.ticketId)).toMatchObject({
    status: 'pending',
    whatsappId: phoneId,
    queueId: desk.sales,
    unreadMessages: 0,
    contact: { name: 'Lia Ramos', number },
  });
  const message = await until(async () => (await thread(sent.ticketId)).find(({ id, state }) => id === sent.id && state !== 'queued'));
  expect(message).toMatchObject({ body: 'Olá, Lia! Seu pedido saiu.', fromMe: true, user: null });
  // The next one goes into the same ticket, and closes it if asked to.
  const next = await send({ number, body: 'Chegou!', closeTicket: true });
  expect(next.ticketId).toBe(sent.ticketId);
  expect((await ticket(sent.ticketId)).status).toBe('closed');
});

test('requests with one key at the same time are answered as one, though the first closes the ticket', async () => {
  const wanted = { number: newNumber(), body: 'Entregue!', closeTicket: true };
  const sent = await Promise.all(Array.from({ length: 5 }, () => send(wanted, phoneToken, { 'idempotency-key': 'entrega-1' })));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(await thread(sent[0]?.ticketId ?? 0)).toHaveLength(1);
});

test('files come as a form, each with its caption', async () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const form = new FormData();
  form.set('number', newNumber());
  form.append('body', 'Frente');
  form.append('body', 'Verso');
  form.append('medias', new Blob([png]), 'frente.png');
  form.append('medias', new Blob([png]), 'verso.png');
  const sent = await send(form);
  expect(sent.messages).toHaveLength(2);
  expect(await thread(sent.ticketId)).toMatchObject([
    { mediaType: 'image', body: 'Frente' },
    { mediaType: 'image', body: 'Verso' },
  ]);
});

test('the same key sends once, also when both requests are under way; another connection may use it too', async () => {
  const key = { 'idempotency-key': 'pedido-1' };
  const number = newNumber();
  const [first, second] = await Promise.all([send({ number, body: 'Um' }, phoneToken, key), send({ number, body: 'Um' }, phoneToken, key)]);
  expect(second.id).toBe(first.id);
  expect((await send({ number, body: 'Outro' }, phoneToken, key)).id).toBe(first.id);
  expect(await thread(first.ticketId)).toHaveLength(1);
  const other = 'outro-telefone-1234';
  await givenPhone(desk.admin, 'Outro', { token: other });
  expect((await send({ number, body: 'Um' }, other, key)).id).not.toBe(first.id);
});

test('what is refused leaves nothing behind', async () => {
  const count = async () => {
    const { rows } = await platformTransaction(desk.world.app.base, ({ db }) =>
      sql`select (select count(*) from contacts) as contacts, (select count(*) from tickets) as tickets, (select count(*) from messages) as messages`.execute(
        db,
      ),
    );
    return rows[0];
  };
  const before = await count();
  expect(await refused(send({ number: '12345678', body: 'x' }))).toEqual([400, 'ERR_INVALID_NUMBER']);
  expect(await refused(send({ number: newNumber() }))).toEqual([400, 'ERR_EMPTY_MESSAGE']);
  expect(await refused(send({ number: newNumber(), body: 'x', queueId: 999_999 }))).toEqual([404, 'ERR_NO_QUEUE_FOUND']);
  expect(await refused(send({ number: newNumber(), body: 'x' }, cloudToken))).toEqual([400, 'ERR_WINDOW_CLOSED']);
  expect(await refused(send({ number: newNumber(), template: { name: 'nao_ha', language: 'pt_BR' } }, cloudToken))).toEqual([
    404,
    'ERR_NO_TEMPLATE_FOUND',
  ]);
  expect(await refused(send({ number: newNumber(), template: { name: 'nao_ha', language: 'pt_BR' } }))).toEqual([
    400,
    'ERR_TEMPLATE_CHANNEL',
  ]);
  expect(await count()).toEqual(before);
});

test('outside the window a template goes; who opted out gets service, and no advertising', async () => {
  desk.graph.setTemplates(
    waba,
    fakeTemplate('pedido_saiu', 'Seu pedido {{1}} saiu'),
    fakeTemplate('oferta', 'Compre já', { category: 'MARKETING' }),
  );
  await desk.admin.call('POST /v1/connections/:whatsappId/templates/sync', { params: { whatsappId: desk.connectionId } });
  await until(async () => {
    const { templates } = await desk.admin.call('GET /v1/connections/:whatsappId/templates', { params: { whatsappId: desk.connectionId } });
    return templates.length >= 2;
  });
  const number = newNumber();
  const service = { number, template: { name: 'pedido_saiu', language: 'pt_BR', variables: { 'body.1': '42' } } };
  const sent = await send(service, cloudToken);
  expect(await thread(sent.ticketId)).toMatchObject([{ body: 'Seu pedido 42 saiu', template: { name: 'pedido_saiu' } }]);
  expect((await send({ number, template: { name: 'oferta', language: 'pt_BR' } }, cloudToken)).ticketId).toBe(sent.ticketId);
  const { contactId } = await ticket(sent.ticketId);
  await desk.admin.call('POST /v1/contacts/:contactId/consent', {
    params: { contactId },
    body: { state: 'out', words: 'Pediu por telefone' },
  });
  expect(await refused(send({ number, template: { name: 'oferta', language: 'pt_BR' } }, cloudToken))).toEqual([
    400,
    'ERR_CONTACT_OPTED_OUT',
  ]);
  expect((await send(service, cloudToken)).ticketId).toBe(sent.ticketId);
  expect((await send({ number, body: 'Seu pedido saiu' }, phoneToken)).state).toBe('queued');
});

test('a token that is replaced is refused at once; only its hash is stored; the plan decides', async () => {
  const admin = await givenCompany(desk.world.url);
  const whatsappId = await givenPhone(admin, 'Balcão', { token: 'primeiro-token-12' });
  const params = { whatsappId };
  const body = { number: newNumber(), body: 'Oi' };
  await send(body, 'primeiro-token-12');
  const shown = await admin.call('GET /whatsapp/:whatsappId', { params });
  expect(JSON.stringify(shown)).not.toContain('primeiro-token-12');
  // Saving what was shown keeps it.
  await admin.call('PUT /whatsapp/:whatsappId', { params, body: { name: 'Balcão', token: shown.token } });
  await send(body, 'primeiro-token-12');
  await admin.call('PUT /whatsapp/:whatsappId', { params, body: { token: 'segundo-token-34' } });
  expect(await refused(send(body, 'primeiro-token-12'))).toEqual([401, 'ERR_API_TOKEN']);
  await send(body, 'segundo-token-34');
  const { rows } = await platformTransaction(desk.world.app.base, ({ db }) =>
    sql<{ hash: Buffer }>`select token_hash as hash from connections where id = ${whatsappId}`.execute(db),
  );
  expect(rows[0]?.hash).toEqual(createHash('sha256').update('segundo-token-34').digest());
  const goneId = await givenPhone(admin, 'Passageiro', { token: 'terceiro-token-56' });
  await admin.call('DELETE /whatsapp/:whatsappId', { params: { whatsappId: goneId } });
  expect(await refused(send(body, 'terceiro-token-56'))).toEqual([401, 'ERR_API_TOKEN']);
  await givenPlan(desk.world, admin.user.companyId, ['useCampaigns']);
  expect(await refused(send(body, 'segundo-token-34'))).toEqual([403, 'ERR_NO_PERMISSION']);
});

test('the calls of a token are counted by all processes together', async () => {
  const token = 'token-de-dois-processos-1';
  await givenPhone(desk.admin, 'Repartido', { token });
  const other = await serveMadeUp(desk.world);
  onTestFinished(() => other.close());
  const left = async (url: string) => {
    const answer = await fetch(`${url}/api/messages/send`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    return answer.headers.get('ratelimit-remaining');
  };
  expect([await left(desk.world.url), await left(other.url), await left(desk.world.url)]).toEqual(['299', '298', '297']);
});

test('more than the minute allows is refused with when to come back, and other tokens go on', async () => {
  const token = 'token-apressado-1';
  await givenPhone(desk.admin, 'Apressado', { token });
  const ask = () =>
    fetch(`${desk.world.url}/api/messages/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
  for (let i = 0; i < 30; i++) await Promise.all(Array.from({ length: 10 }, ask));
  const last = await ask();
  expect([last.status, await last.json()]).toEqual([429, { error: 'ERR_TOO_MANY_REQUESTS', details: { seconds: expect.any(Number) } }]);
  expect([last.headers.get('ratelimit-remaining'), Number(last.headers.get('retry-after'))]).toEqual(['0', expect.any(Number)]);
  expect((await send({ number: newNumber(), body: 'Oi' })).state).toBe('queued');
});
