import { isAllDone, stepNow, stepsDone } from '@balcao/contract/first-steps-rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, until } from '../../../../test/client.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';

let world: World;
let admin: Client;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
});
afterAll(() => world?.close());

const steps = (who = admin) => who.call('GET /v1/first-steps');

test('who signs up has them before them, with nothing but themselves', async () => {
  expect(admin.user.company.settings).toContainEqual({ key: 'firstSteps', value: 'open' });
  const view = await steps();
  expect(view).toEqual({ connection: null, users: 1, queues: [], waiting: null, answered: null });
  expect([stepNow(view), isAllDone(view)]).toEqual(['number', false]);
});

test('they are ticked by what the company has, and an answer by a person ends them', async () => {
  const { id: whatsappId } = await admin.call('POST /whatsapp', { body: { name: 'Número de teste', channel: 'simulator' } });
  const body = { from: '+5548905550142', name: 'Helena Sampaio', body: 'Vocês entregam no sábado?' };
  await admin.call('POST /simulator/:whatsappId/messages', { params: { whatsappId }, body });
  const waits = await until(async () => (await steps()).waiting && steps());
  expect(waits).toMatchObject({
    connection: { id: whatsappId, channel: 'simulator', status: 'CONNECTED' },
    waiting: { contactName: 'Helena Sampaio', lastMessage: 'Vocês entregam no sábado?' },
    answered: null,
  });
  expect(stepNow(waits)).toBe('answer');

  const ticket = await admin.call('GET /tickets/u/:ticketUuid', { params: { ticketUuid: waits.waiting?.uuid ?? '' } });
  const params = { ticketId: ticket.id };
  await admin.call('PUT /tickets/:ticketId', { params, body: { status: 'open', userId: admin.user.id } });
  world.clock.advance(48_000);
  await admin.call('POST /messages/:ticketId', { params, body: { body: 'Entregamos, sim!' } });
  const answered = await steps();
  expect(answered.answered?.seconds).toBeGreaterThanOrEqual(48);
  expect([stepNow(answered), stepsDone(answered)]).toEqual([null, { number: true, people: false, queue: false, answer: true }]);

  await admin.call('POST /queue', { body: { name: 'Vendas', color: '#1164a9' } });
  await givenUser(world.url, admin, { name: 'Tomás Reis' });
  expect(await steps()).toMatchObject({ users: 2, queues: ['Vendas'] });
  expect(isAllDone(await steps())).toBe(true);
});

test('a connected number comes before the others, and one that was removed is none', async () => {
  const owner = await givenCompany(world.url);
  const add = async (name: string, channel: 'simulator' | 'whatsapp_web') =>
    (await owner.call('POST /whatsapp', { body: { name, channel } })).id;
  const first = await add('Loja', 'whatsapp_web');
  const whatsappId = await add('Número de teste', 'simulator');
  const latest = await add('Galpão', 'whatsapp_web');
  await until(async () => (await steps(owner)).connection?.status === 'CONNECTED');
  expect((await steps(owner)).connection).toMatchObject({ id: whatsappId });
  for (const [removed, next] of [
    [whatsappId, latest],
    [latest, first],
  ]) {
    await owner.call('DELETE /whatsapp/:whatsappId', { params: { whatsappId: removed ?? 0 } });
    expect((await steps(owner)).connection).toMatchObject({ id: next });
  }
});

test('another company has its own', async () => {
  expect(await steps(await givenCompany(world.url))).toMatchObject({ users: 1, connection: null, answered: null });
});

test('closing them is a setting of the company', async () => {
  await admin.call('PUT /settings/:settingKey', { params: { settingKey: 'firstSteps' }, body: { value: 'closed' } });
  const { user } = await admin.call('GET /auth/me');
  expect(user.company.settings).toContainEqual({ key: 'firstSteps', value: 'closed' });
});
