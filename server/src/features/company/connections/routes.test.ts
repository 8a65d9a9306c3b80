import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, heard, signIn, until } from '../../../../test/client.ts';
import { givenUser } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';

let world: World;
let admin: Client;
let agent: Client;

beforeAll(async () => {
  world = await createWorld();
  admin = await signIn(world.url, world.operator.email, world.operator.password);
  agent = await givenUser(world.url, admin, { name: 'Bia Nunes' });
});
afterAll(() => world.close());

const cloud = {
  phoneNumberId: '1',
  wabaId: '2',
  accessToken: 'acesso-secreto',
  appSecret: 'segredo-secreto',
  verifyToken: 'verificar-secreto',
};

test('agents see connections, admins manage them', async () => {
  const socket = await agent.socket();
  const news = heard<{ action: string; whatsapp: { name: string } }>(socket, `company-${admin.user.companyId}-whatsapp`);
  const made = await admin.call('POST /whatsapp', { body: { name: 'Balcão da loja', channel: 'simulator' } });
  expect(made).toMatchObject({ status: 'CONNECTED', isDefault: true });
  expect(await news).toMatchObject({ action: 'update', whatsapp: { name: 'Balcão da loja' } });
  socket.close();

  const params = { whatsappId: made.id };
  expect(await agent.call('GET /whatsapp', { query: { session: '0' } })).toMatchObject([{ id: made.id, name: 'Balcão da loja' }]);
  for (const refused of [
    () => agent.call('GET /whatsapp/:whatsappId', { params }),
    () => agent.call('POST /whatsapp', { body: { name: 'Outra', channel: 'simulator' } }),
    () => agent.call('PUT /whatsapp/:whatsappId', { params, body: { name: 'Outra' } }),
    () => agent.call('DELETE /whatsapp/:whatsappId', { params }),
    () => agent.call('POST /whatsappsession/:whatsappId', { params }),
    () => agent.call('DELETE /whatsappsession/:whatsappId', { params }),
  ]) {
    await expect(refused()).rejects.toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
  }

  const shown = await admin.call('GET /whatsapp/:whatsappId', { params });
  expect(shown).toEqual(made);
  // The whole answer comes back from a form, with numbers as text.
  const body = { ...shown, name: 'Balcão', expiresTicket: '30', timeToTransfer: '', queueIds: [] } as never;
  expect(await admin.call('PUT /whatsapp/:whatsappId', { params, body })).toMatchObject({
    name: 'Balcão',
    expiresTicket: 30,
    timeToTransfer: 0,
    isDefault: true,
  });

  expect(await admin.call('DELETE /whatsappsession/:whatsappId', { params })).toEqual({ message: 'Session disconnected.' });
  expect(await admin.call('GET /whatsapp/:whatsappId', { params })).toMatchObject({
    status: 'DISCONNECTED',
    statusReason: 'disconnected_by_user',
  });
  expect(await admin.call('POST /whatsappsession/:whatsappId', { params })).toEqual({ message: 'Starting session.' });
  expect(await admin.call('GET /whatsapp/:whatsappId', { params })).toMatchObject({ status: 'CONNECTED', statusReason: null });
  await expect(admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId: 999_999 } })).rejects.toMatchObject({
    status: 404,
    error: 'ERR_NO_WAPP_FOUND',
  });
});

test('a new Cloud connection is started by itself, and its secrets never come back', async () => {
  const made = await admin.call('POST /whatsapp', { body: { name: 'Oficial', channel: 'whatsapp_cloud', cloud } });
  const params = { whatsappId: made.id };
  // Nobody listens where this world believes Meta to be.
  const tried = await until(async () => {
    const now = await admin.call('GET /whatsapp/:whatsappId', { params });
    return now.status === 'DISCONNECTED' && now;
  });
  expect(tried).toMatchObject({ statusReason: 'network', cloud: { phoneNumberId: '1', wabaId: '2', configured: true } });
  expect(JSON.stringify([made, tried, await admin.call('GET /whatsapp')])).not.toContain('secreto');
});

test('a removed queue leaves the connections that served it or handed tickets over to it, and whoever edits one hears of it', async () => {
  const [sales, gone] = await Promise.all(
    ['#0a0b01', '#0a0b02'].map((color, i) => admin.call('POST /queue', { body: { name: ['Vendas', 'Efêmera'][i] ?? '', color } })),
  );
  if (!sales || !gone) throw new Error('two queues were added');
  const queues = { queueIds: [sales.id, gone.id], greetingMessage: 'Olá!', transferQueueId: gone.id, timeToTransfer: 5 };
  const { id } = await admin.call('POST /whatsapp', { body: { name: 'Filial', channel: 'simulator', ...queues } });
  const socket = await admin.socket();
  const news = heard<{ whatsapp: { id: number; queues: { id: number }[]; transferQueueId: number | null } }>(
    socket,
    `company-${admin.user.companyId}-whatsapp`,
    ({ whatsapp }) => whatsapp.id === id && whatsapp.transferQueueId === null,
  );
  await admin.call('DELETE /queue/:queueId', { params: { queueId: gone.id } });
  expect((await news).whatsapp).toMatchObject({ id, queues: [{ id: sales.id }], transferQueueId: null, timeToTransfer: null });
  socket.close();
  const { name, transferQueueId, timeToTransfer } = await admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId: id } });
  const back = { name, transferQueueId, timeToTransfer, queueIds: [sales.id] };
  expect(await admin.call('PUT /whatsapp/:whatsappId', { params: { whatsappId: id }, body: back })).toMatchObject({ name: 'Filial' });
});
