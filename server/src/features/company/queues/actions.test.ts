import type { QueueView } from '@balcao/contract/queues';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, heard, until } from '../../../../test/client.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';

let world: World;
let admin: Client;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
});
afterAll(() => world.close());

test('a queue gets the usual hours and everybody hears of it', async () => {
  const socket = await admin.socket();
  const news = heard<{ queue: QueueView }>(socket, `company-${admin.user.companyId}-queue`);
  const queue = await admin.call('POST /queue', { body: { name: 'Vendas', color: '#AA0000', greetingMessage: 'Olá!', orderQueue: '' } });
  expect(queue).toMatchObject({ color: '#aa0000', greetingMessage: 'Olá!', orderQueue: null, outOfHoursMessage: '' });
  expect(queue.schedules).toHaveLength(7);
  expect(queue.schedules[5]).toMatchObject({ weekdayEn: 'saturday', startTime: '08:00', endTime: '12:00' });
  expect(await news).toEqual({ action: 'update', queue });
  socket.close();
});

test('name and colour belong to one queue, however fast two are added', async () => {
  const both = await Promise.allSettled(
    ['Suporte', 'SUPORTE'].map((name, i) => admin.call('POST /queue', { body: { name, color: `#00000${i + 1}` } })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 400, error: 'ERR_QUEUE_NAME_ALREADY_EXISTS' },
  });
  await expect(admin.call('POST /queue', { body: { name: 'Outra', color: '#aa0000' } })).rejects.toMatchObject({
    status: 400,
    error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS',
  });
});

test('a colour is the same written with three digits', async () => {
  await admin.call('POST /queue', { body: { name: 'Trocas', color: '#ABC' } });
  await expect(admin.call('POST /queue', { body: { name: 'Devoluções', color: '#aabbcc' } })).rejects.toMatchObject({
    error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS',
  });
});

test('a change keeps what it does not name', async () => {
  const queue = await admin.call('POST /queue', { body: { name: 'Cobrança', color: '#123456', outOfHoursMessage: 'Fechado' } });
  const changed = await admin.call('PUT /queue/:queueId', { params: { queueId: queue.id }, body: { orderQueue: '2' } });
  expect(changed).toMatchObject({ ...queue, orderQueue: 2, updatedAt: changed.updatedAt });
});

test('the prompt and the integration of a queue are kept', async () => {
  const robot = { type: 'webhook', name: 'Robô', urlN8N: 'https://bot.example' } as const;
  const { id: integrationId } = await admin.call('POST /queueIntegration', { body: robot });
  const prompt = 'Atenda os clientes da loja com cordialidade e sem prometer descontos nem prazos.';
  const { id: queueId } = await admin.call('POST /queue', {
    body: { name: 'Robô', color: '#0a0b0c', integrationId: String(integrationId) },
  });
  const { id: promptId } = await admin.call('POST /prompt', { body: { name: 'Assistente', prompt, apiKey: 'sk', queueId } });
  await admin.call('PUT /queue/:queueId', { params: { queueId }, body: { promptId } });
  await admin.call('PUT /queue/:queueId', { params: { queueId }, body: { name: 'Robôs' } });
  expect(await admin.call('GET /queue/:queueId', { params: { queueId } })).toMatchObject({ name: 'Robôs', promptId, integrationId });
  const none = await admin.call('PUT /queue/:queueId', { params: { queueId }, body: { promptId: null, integrationId: '' } });
  expect(none).toMatchObject({ promptId: null, integrationId: null });
});

test('a queue cannot have an integration that is not there', async () => {
  const unknown = { status: 404, error: 'ERR_NO_DIALOG_FOUND' };
  const body = { name: 'Sem robô', color: '#0a0b0d', integrationId: 999_999 };
  await expect(admin.call('POST /queue', { body })).rejects.toMatchObject(unknown);
});

test('queues come in their order, those without a number last', async () => {
  const owner = await givenCompany(world.url);
  for (const [i, orderQueue] of [null, 3, 1, null].entries())
    await owner.call('POST /queue', { body: { name: `Fila ${i}`, color: `#00001${i}`, orderQueue } });
  expect((await owner.call('GET /queue')).map(({ name }) => name)).toEqual(['Fila 2', 'Fila 1', 'Fila 0', 'Fila 3']);
});

test('of many queues added at once no more come in than the plan allows', async () => {
  const owner = await givenCompany(world.url);
  const tries = await Promise.allSettled(
    Array.from({ length: 13 }, (_, i) => owner.call('POST /queue', { body: { name: `Fila ${i}`, color: `#0000${10 + i}` } })),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  for (const each of tries)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 400, error: 'ERR_PLAN_QUEUES_LIMIT' });
});

test('a removed queue leaves its users, and its name is free again', async () => {
  const queue = await admin.call('POST /queue', { body: { name: 'Efêmera', color: '#654321' } });
  const agent = await givenUser(world.url, admin, { queueIds: [queue.id] });
  const socket = await admin.socket();
  const news = heard<{ action: string; queueId: number }>(
    socket,
    `company-${admin.user.companyId}-queue`,
    ({ action }) => action === 'delete',
  );
  await admin.call('DELETE /queue/:queueId', { params: { queueId: queue.id } });
  expect(await news).toEqual({ action: 'delete', queueId: queue.id });
  expect((await admin.call('GET /users/:userId', { params: { userId: agent.user.id } })).queues).toEqual([]);
  await until(() =>
    platformTransaction(world.app.base, async ({ db }) => {
      const left = await db
        .selectFrom('user_queues')
        .select('user_id')
        .where('company_id', '=', admin.user.companyId)
        .where('queue_id', '=', queue.id)
        .execute();
      return left.length === 0;
    }),
  );
  await expect(admin.call('GET /queue/:queueId', { params: { queueId: queue.id } })).rejects.toMatchObject({
    status: 404,
    error: 'ERR_NO_QUEUE_FOUND',
  });
  await admin.call('POST /queue', { body: { name: 'Efêmera', color: '#654321' } });
  socket.close();
});

test('agents read queues and change none; those of others do not exist', async () => {
  const queue = await admin.call('POST /queue', { body: { name: 'Minha', color: '#777777' } });
  const params = { queueId: queue.id };
  const agent = await givenUser(world.url, admin);
  expect(await agent.call('GET /queue/:queueId', { params })).toEqual(queue);
  await expect(agent.call('PUT /queue/:queueId', { params, body: { name: 'Dela' } })).rejects.toMatchObject({
    status: 403,
    error: 'ERR_NO_PERMISSION',
  });
  await expect(agent.call('DELETE /queue/:queueId', { params })).rejects.toMatchObject({ status: 403 });
  const stranger = await givenCompany(world.url);
  const missing = { status: 404, error: 'ERR_NO_QUEUE_FOUND' };
  await expect(stranger.call('GET /queue/:queueId', { params })).rejects.toMatchObject(missing);
  await expect(stranger.call('PUT /queue/:queueId', { params, body: { name: 'Roubada' } })).rejects.toMatchObject(missing);
  await expect(stranger.call('DELETE /queue/:queueId', { params })).rejects.toMatchObject(missing);
});
