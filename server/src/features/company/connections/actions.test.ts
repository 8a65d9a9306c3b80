import { connectionEndpoints } from '@balcao/contract/connections';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import type { Gateways } from '../../../gateways/gateways.ts';
import type { Channel, CheckResult } from '../../../gateways/whatsapp/port.ts';
import type { Outside } from '../../../platform/context.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { createConnection, deleteConnection, endSession, setConnectionStatus, startSession, updateConnection } from './actions.ts';
import { connections } from './feature.ts';
import { accountOf, defaultConnection, findConnection, findConnectionByWebhookKey, listConnections, showConnection } from './reads.ts';

let world: TestCompany;
let ctx: Outside;
let check: () => Promise<CheckResult>;

/** The Cloud channel as it is, but with an answer of the test to the question whether its credentials work. */
const withCheck = (made: Gateways): Gateways => ({
  ...made,
  channel: (kind): Channel => (kind === 'whatsapp_cloud' ? { ...made.channel(kind), check: () => check() } : made.channel(kind)),
});

beforeAll(async () => {
  world = await createTestCompany({ features: [connections], plan: { connections: 5 }, gateways: withCheck });
});
afterAll(() => world.close());
beforeEach(async () => {
  ctx = await world.another();
  world.told.length = 0;
  check = () => Promise.resolve({ ok: true, number: '551133334444', name: 'Loja' });
});

type Body = Parameters<(typeof connectionEndpoints.createConnection.body)['parse']>[0];
const cloud = { phoneNumberId: '1', wabaId: '2', accessToken: 'acesso', appSecret: 'segredo', verifyToken: 'verificar' };
const create = (body: Record<string, unknown>, as = ctx) =>
  createConnection(as, connectionEndpoints.createConnection.body.parse({ name: 'Loja', channel: 'simulator', ...body } satisfies Body));
const update = (id: number, body: Record<string, unknown>, as = ctx) =>
  updateConnection(as, id, connectionEndpoints.updateConnection.body.parse(body));
const told = (event: string) => world.told.filter((each) => each.event === event).map(({ payload }) => payload);

async function addQueue(name: string, as = ctx): Promise<number> {
  const { rows } = await transaction(as, ({ db, companyId }) =>
    sql<{ id: number }>`insert into queues (company_id, name, color) values (${companyId}, ${name}, ${`#${name}`}) returning id`.execute(
      db,
    ),
  );
  return rows[0]?.id ?? 0;
}

async function givenIntegration(): Promise<number> {
  const { rows } = await transaction(ctx, ({ db, companyId }) =>
    sql<{ id: number }>`insert into integrations (company_id, type, name) values (${companyId}, 'webhook', 'Robô') returning id`.execute(
      db,
    ),
  );
  return rows[0]?.id ?? 0;
}

async function jobs(name: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from graphile_worker.jobs where task_identifier = ${name}`.execute(
    world.base.db,
  );
  return rows[0]?.n ?? 0;
}

describe('the connections of a company', () => {
  test('begin with a default one, with the values of the form', async () => {
    const one = await create({ name: 'Loja', isDefault: false });
    expect(one).toMatchObject({
      isDefault: true,
      channel: 'simulator',
      status: 'CONNECTED',
      provider: 'beta',
      maxUseBotQueues: 3,
      timeToTransfer: null,
      token: '',
      cloud: null,
      webhookUrl: null,
      queues: [],
    });
    const two = await create({ name: 'Filial', timeToTransfer: '15', expiresTicket: '', maxUseBotQueues: 5 });
    expect(two).toMatchObject({ isDefault: false, timeToTransfer: 15, expiresTicket: 0, maxUseBotQueues: 5 });
    expect((await listConnections(ctx)).map(({ name }) => name)).toEqual(['Loja', 'Filial']);
    expect(told('whatsapp')).toHaveLength(2);
  });

  test('keep the prompt, the integration and the hours they are given', async () => {
    const schedules = [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }];
    const integrationId = await givenIntegration();
    const promptId = await transaction(ctx, async ({ db, companyId }) => {
      const { rows } = await sql<{ id: number }>`
        insert into prompts (company_id, name, prompt, model, api_key, max_tokens, temperature, max_messages, voice_model, transcription_model)
        values (${companyId}, 'Assistente', 'Atenda', 'm', '', 1, 1, 1, 'v', 't') returning id`.execute(db);
      return rows[0]?.id ?? 0;
    });
    const { id } = await create({ promptId, integrationId: String(integrationId), schedules });
    await expect(update(id, { promptId: promptId + 1 })).rejects.toMatchObject({ code: 'ERR_NO_PROMPT_FOUND' });
    await update(id, { name: 'Centro' });
    expect(await showConnection(ctx, id)).toMatchObject({ name: 'Centro', promptId, integrationId, schedules });
    expect(await update(id, { promptId: null, integrationId: '', schedules: [] })).toMatchObject({
      promptId: null,
      integrationId: null,
      schedules: [],
    });
  });

  test('cannot have an integration that is not there', async () => {
    await expect(create({ integrationId: 999_999 })).rejects.toMatchObject({ code: 'ERR_NO_DIALOG_FOUND' });
  });

  test('no longer hand waiting tickets over once the minutes are taken away', async () => {
    const { id } = await create({ timeToTransfer: 5 });
    expect(await update(id, { timeToTransfer: null })).toMatchObject({ timeToTransfer: null });
  });

  test('have names of their own, even when added at once', async () => {
    await create({ name: 'Loja' });
    await expect(create({ name: ' LOJA ' })).rejects.toMatchObject({ code: 'ERR_WAPP_NAME_EXISTS' });
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => create({ name: 'Filial' })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of all) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'ERR_WAPP_NAME_EXISTS' });
    await create({ name: 'Loja' }, await world.another());
  });

  test('are as many as the plan allows, even when added at once', async () => {
    const all = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => create({ name: `Loja ${i}` })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const each of all) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'ERR_PLAN_CONNECTIONS_LIMIT' });
    expect((await listConnections(ctx)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  test('hand the default on, and both are announced', async () => {
    const one = await create({ name: 'Loja' });
    const two = await create({ name: 'Filial' });
    world.told.length = 0;
    expect(await update(two.id, { isDefault: true })).toMatchObject({ isDefault: true });
    expect(told('whatsapp')).toMatchObject([{ whatsapp: { id: one.id, isDefault: false } }, { whatsapp: { id: two.id, isDefault: true } }]);
    await expect(update(two.id, { isDefault: false })).rejects.toMatchObject({ code: 'ERR_NO_OTHER_WHATSAPP' });
    await expect(deleteConnection(ctx, two.id)).rejects.toMatchObject({ code: 'ERR_NO_OTHER_WHATSAPP' });
    await deleteConnection(ctx, one.id);
    await deleteConnection(ctx, two.id);
    expect(await listConnections(ctx)).toEqual([]);
  });

  test('want a greeting where there is a choice of queues, and only own queues', async () => {
    const [sales, support] = [await addQueue('Vendas'), await addQueue('Suporte')];
    await expect(create({ queueIds: [sales, support] })).rejects.toMatchObject({ code: 'ERR_WAPP_GREETING_REQUIRED' });
    const made = await create({ queueIds: [sales, support, sales], greetingMessage: 'Olá', transferQueueId: sales });
    expect(made.queues.map(({ name }) => name)).toEqual(['Suporte', 'Vendas']);
    await expect(update(made.id, { greetingMessage: '' })).rejects.toMatchObject({ code: 'ERR_WAPP_GREETING_REQUIRED' });
    expect(await update(made.id, { ...made, greetingMessage: '', queueIds: [sales] })).toMatchObject({
      queues: [{ id: sales }],
      transferQueueId: sales,
    });
    expect(await update(made.id, { name: 'Loja 2' })).toMatchObject({ queues: [{ id: sales }] });
    const foreign = await addQueue('Alheia', await world.another());
    for (const body of [{ queueIds: [foreign] }, { transferQueueId: foreign }, { queueIds: [999_999] }]) {
      await expect(update(made.id, body)).rejects.toMatchObject({ code: 'ERR_NO_QUEUE_FOUND' });
    }
    expect(await update(made.id, { transferQueueId: null, queueIds: [] })).toMatchObject({ transferQueueId: null, queues: [] });
  });

  test('keep their token to themselves, and no two have the same', async () => {
    const one = await create({ name: 'Loja', token: 'um-token-secreto' });
    expect(one.token).toBe('••••');
    await expect(create({ name: 'Filial', token: 'um-token-secreto' }, await world.another())).rejects.toMatchObject({
      code: 'ERR_WAPP_TOKEN_EXISTS',
    });
    expect(await update(one.id, { ...one })).toMatchObject({ token: '••••' });
    expect(await update(one.id, { token: '' })).toMatchObject({ token: '' });
  });

  test('leave when removed, and their name and token are free', async () => {
    const one = await create({ name: 'Loja', token: 'um-token', queueIds: [await addQueue('Vendas')] });
    await deleteConnection(ctx, one.id);
    expect(told('whatsapp').at(-1)).toEqual({ action: 'delete', whatsappId: one.id });
    await expect(showConnection(ctx, one.id)).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' });
    await expect(deleteConnection(ctx, one.id)).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' });
    expect(await create({ name: 'Loja', token: 'um-token' })).toMatchObject({ isDefault: true });
  });

  test("are not another company's", async () => {
    const { id } = await create({});
    const other = await world.another();
    const missing = { code: 'ERR_NO_WAPP_FOUND' };
    await expect(showConnection(other, id)).rejects.toMatchObject(missing);
    await expect(update(id, { name: 'Roubada' }, other)).rejects.toMatchObject(missing);
    await expect(deleteConnection(other, id)).rejects.toMatchObject(missing);
    await expect(startSession(other, id)).rejects.toMatchObject(missing);
    await expect(endSession(other, id)).rejects.toMatchObject(missing);
    expect(await listConnections(other)).toEqual([]);
  });
});

describe('a Cloud connection', () => {
  const createCloud = () => create({ channel: 'whatsapp_cloud', cloud });

  test('needs all credentials, shows none and stores none in clear', async () => {
    await expect(create({ channel: 'whatsapp_cloud' })).rejects.toMatchObject({ code: 'ERR_VALIDATION', issues: [{ path: 'body.cloud' }] });
    await expect(create({ channel: 'whatsapp_cloud', cloud: { ...cloud, appSecret: '' } })).rejects.toMatchObject({
      issues: [{ path: 'body.cloud.appSecret' }],
    });
    const made = await createCloud();
    expect(made.cloud).toEqual({ phoneNumberId: '1', wabaId: '2', configured: true });
    expect(JSON.stringify([made, world.told])).not.toMatch(/acesso|segredo|verificar/);
    expect(made.webhookUrl).toMatch(/^http:\/\/localhost\/webhooks\/whatsapp\/[\w-]{32}$/);
    const { rows } = await transaction(ctx, ({ db }) =>
      sql<{ sealed: Buffer }>`select cloud_secrets as sealed from connections where id = ${made.id}`.execute(db),
    );
    expect(rows[0]?.sealed.toString('latin1')).not.toMatch(/acesso|segredo|verificar/);
    expect(await reading(ctx, (ctx) => accountOf(ctx, made.id))).toEqual({ companyId: ctx.companyId, connectionId: made.id, cloud });
  });

  test('keeps the secrets that are left out, and is tried again with others', async () => {
    const before = await jobs('connections.start');
    const made = await createCloud();
    expect(await jobs('connections.start')).toBe(before + 1);
    await update(made.id, { ...made });
    expect(await jobs('connections.start')).toBe(before + 1);
    await update(made.id, { cloud: { phoneNumberId: '1', wabaId: '2', accessToken: 'novo', appSecret: '' } });
    expect(await jobs('connections.start')).toBe(before + 2);
    expect((await reading(ctx, (ctx) => accountOf(ctx, made.id))).cloud).toEqual({ ...cloud, accessToken: 'novo' });
  });

  test('is found by its webhook key, with credentials as they are now', async () => {
    const made = await createCloud();
    const key = made.webhookUrl?.split('/').at(-1) ?? '';
    const find = (key: string) => findConnectionByWebhookKey(world.base, key);
    expect(await find(key)).toEqual({
      companyId: ctx.companyId,
      connectionId: made.id,
      channel: 'whatsapp_cloud',
      credentials: expect.any(String),
      account: { companyId: ctx.companyId, connectionId: made.id, cloud },
    });
    await update(made.id, { cloud: { ...cloud, appSecret: 'outro' } });
    expect((await find(key))?.account.cloud?.appSecret).toBe('outro');
    await deleteConnection(ctx, made.id);
    expect(await find(key)).toBeNull();
    expect(await find('nobody')).toBeNull();
  });

  test('goes by what Meta says of the credentials', async () => {
    const { id } = await createCloud();
    await startSession(ctx, id);
    expect(await showConnection(ctx, id)).toMatchObject({ status: 'CONNECTED', statusReason: null, number: '551133334444' });
    check = () => Promise.resolve({ ok: false, reason: 'credentials', detail: '190' });
    await startSession(ctx, id);
    expect(await showConnection(ctx, id)).toMatchObject({ status: 'DISCONNECTED', statusReason: 'credentials', number: '551133334444' });
    expect(told('whatsappSession')).toMatchObject([
      { session: { id, status: 'CONNECTED' } },
      { session: { id, status: 'DISCONNECTED', statusReason: 'credentials' } },
    ]);
  });

  test('stays disconnected when somebody decided so while Meta was asked', async () => {
    const { id } = await createCloud();
    check = async () => {
      await endSession(ctx, id);
      return { ok: true, number: '1', name: null };
    };
    await startSession(ctx, id);
    expect(await showConnection(ctx, id)).toMatchObject({ status: 'DISCONNECTED', statusReason: 'disconnected_by_user', number: null });
  });
});

test('of two attempts at once the failure of the earlier one does not count', async () => {
  const { id } = await create({ channel: 'whatsapp_cloud', cloud });
  check = async () => {
    check = () => Promise.resolve({ ok: true, number: '551133334444', name: null });
    await startSession(ctx, id);
    return { ok: false, reason: 'network', detail: 'late' };
  };
  await startSession(ctx, id);
  expect(await showConnection(ctx, id)).toMatchObject({ status: 'CONNECTED', statusReason: null });
});

describe('sessions', () => {
  test('of a phone begin, and go on with whoever runs it', async () => {
    const { id } = await create({ channel: 'whatsapp_web' });
    world.told.length = 0;
    await endSession(ctx, id);
    await startSession(ctx, id);
    const states = [
      ['DISCONNECTED', 'disconnected_by_user'],
      ['OPENING', null],
    ];
    expect(told('whatsappSession')).toMatchObject(states.map(([status, statusReason]) => ({ session: { status, statusReason } })));
    expect(told('whatsapp')).toMatchObject(states.map(([status, statusReason]) => ({ whatsapp: { status, statusReason } })));
  });

  test('of the built-in phone are there at once', async () => {
    const { id } = await create({});
    await endSession(ctx, id);
    expect(await showConnection(ctx, id)).toMatchObject({ status: 'DISCONNECTED' });
    await startSession(ctx, id);
    expect(await showConnection(ctx, id)).toMatchObject({ status: 'CONNECTED', statusReason: null });
  });

  test('tell only what is new, and the QR code only to admins', async () => {
    const { id } = await create({ channel: 'whatsapp_web' });
    world.told.length = 0;
    const show = () =>
      transaction(ctx, (ctx) => setConnectionStatus(ctx, id, { status: 'qrcode', statusReason: null, qrcode: 'liga-o-telefone' }));
    await show();
    await show();
    expect(world.told).toMatchObject([
      { event: 'whatsapp', payload: { whatsapp: { status: 'qrcode', qrcode: '' } }, rooms: [{ to: 'company' }] },
      { event: 'whatsappSession', payload: { session: { qrcode: 'liga-o-telefone' } }, rooms: [{ to: 'admins' }] },
    ]);
    expect((await listConnections(ctx))[0]?.qrcode).toBe('liga-o-telefone');
    const agent = { ...ctx, actor: { ...ctx.actor, profile: 'user' } as Outside['actor'] };
    expect((await listConnections(agent))[0]?.qrcode).toBe('');
  });
});

test('who has no choice sends through the own connection, else the connected default, else any connected one', async () => {
  const choose = (userId: number | null, given?: number) => reading(ctx, async (ctx) => (await defaultConnection(ctx, userId, given)).id);
  await expect(choose(null)).rejects.toMatchObject({ code: 'ERR_NO_DEF_WAPP_FOUND' });
  const main = await create({ name: 'Loja' });
  const other = await create({ name: 'Filial' });
  const own = await create({ name: 'Da Ana', channel: 'whatsapp_web' });
  const { rows } = await transaction(ctx, ({ db, companyId }) =>
    sql<{
      id: number;
    }>`insert into users (company_id, name, email, password_hash, connection_id) values (${companyId}, 'Ana', ${`ana-${companyId}@exemplo.com`}, '', ${own.id}) returning id`.execute(
      db,
    ),
  );
  const ana = rows[0]?.id ?? 0;
  expect(await choose(null)).toBe(main.id);
  expect(await choose(ana)).toBe(own.id);
  expect(await choose(ana, other.id)).toBe(other.id);
  await endSession(ctx, main.id);
  expect(await choose(null)).toBe(other.id);
  await endSession(ctx, other.id);
  await expect(choose(null)).rejects.toMatchObject({ code: 'ERR_NO_DEF_WAPP_FOUND' });
  await deleteConnection(ctx, own.id);
  await expect(choose(ana)).rejects.toMatchObject({ code: 'ERR_NO_DEF_WAPP_FOUND' });
  await expect(choose(ana, own.id)).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' });
  expect(await reading(ctx, (ctx) => findConnection(ctx, own.id))).toBeNull();
});
