import { connectionEndpoints } from '@balcao/contract/connections';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import type { Outside } from '../../../platform/context.ts';
import { platformTransaction, reading, transaction } from '../../../platform/db/transaction.ts';
import { createConnection, setConnectionStatus, updateConnection } from './actions.ts';
import { connections } from './feature.ts';
import { accountOf, findConnectionByWebhookKey, showConnection } from './reads.ts';
import { pruneStatuses } from './store.ts';

let world: TestCompany;
let ctx: Outside;
beforeAll(async () => {
  world = await createTestCompany({ features: [connections], plan: { connections: 5 } });
});
afterAll(() => world.close());
beforeEach(async () => {
  ctx = await world.another();
});

const cloud = { phoneNumberId: '1', wabaId: '2', accessToken: 'acesso', appSecret: 'segredo', verifyToken: 'verificar' };
const create = (body: Record<string, unknown>) =>
  createConnection(ctx, connectionEndpoints.createConnection.body.parse({ name: 'Loja', channel: 'simulator', ...body }));
const update = (id: number, body: Record<string, unknown>) =>
  updateConnection(ctx, id, connectionEndpoints.updateConnection.body.parse(body));
const setStatus = (id: number, status: 'CONNECTED' | 'DISCONNECTED', statusReason: string | null = null) =>
  transaction(ctx, (ctx) => setConnectionStatus(ctx, id, { status, statusReason, number: '551133334444' }));

async function statusesOf(id: number): Promise<{ status: string; reason: string | null }[]> {
  const { rows } = await transaction(ctx, ({ db }) =>
    sql<{ status: string; reason: string | null }>`
      select status, reason from connection_statuses where connection_id = ${id} order by id`.execute(db),
  );
  return rows;
}

test('a number moves to the Cloud API with credentials, and starts over there', async () => {
  const { id } = await create({ channel: 'whatsapp_web' });
  await setStatus(id, 'CONNECTED');
  await expect(update(id, { channel: 'whatsapp_cloud' })).rejects.toMatchObject({
    code: 'ERR_VALIDATION',
    issues: [{ path: 'body.cloud', code: 'required' }],
  });
  expect(await showConnection(ctx, id)).toMatchObject({ channel: 'whatsapp_web', status: 'CONNECTED' });
  const moved = await update(id, { channel: 'whatsapp_cloud', cloud });
  expect(moved).toMatchObject({ channel: 'whatsapp_cloud', status: 'OPENING', number: '551133334444', cloud: { configured: true } });
  expect(moved.webhookUrl).toContain('/webhooks/whatsapp/');
  expect((await reading(ctx, (ctx) => accountOf(ctx, id))).cloud).toEqual(cloud);
});

test('and back: the credentials are gone, and its webhook answers for nobody', async () => {
  const made = await create({ channel: 'whatsapp_cloud', cloud });
  await setStatus(made.id, 'CONNECTED');
  const moved = await update(made.id, { name: 'Loja 2', channel: 'whatsapp_web' });
  expect(moved).toMatchObject({ name: 'Loja 2', channel: 'whatsapp_web', status: 'OPENING', cloud: null, webhookUrl: null });
  expect((await reading(ctx, (ctx) => accountOf(ctx, made.id))).cloud).toBeNull();
  const key = made.webhookUrl?.split('/').at(-1) ?? '';
  expect(await findConnectionByWebhookKey(world.base, key)).toMatchObject({ channel: 'whatsapp_web', account: { cloud: null } });
});

test('the channel that it has is no change', async () => {
  const { id } = await create({ channel: 'whatsapp_web' });
  await setStatus(id, 'CONNECTED');
  expect(await update(id, { channel: 'whatsapp_web' })).toMatchObject({ status: 'CONNECTED' });
});

test.each([
  ['simulator', 'whatsapp_web'],
  ['whatsapp_web', 'simulator'],
])('%s does not become %s', async (channel, to) => {
  const { id } = await create({ channel });
  await expect(update(id, { channel: to })).rejects.toMatchObject({ issues: [{ path: 'body.channel', code: 'fixed' }] });
  expect(await showConnection(ctx, id)).toMatchObject({ channel });
});

test('every status is kept with its reason, the latest of them', async () => {
  const { id } = await create({ channel: 'whatsapp_web' });
  await setStatus(id, 'CONNECTED');
  await setStatus(id, 'CONNECTED');
  await setStatus(id, 'DISCONNECTED', 'logged_out');
  expect(await statusesOf(id)).toEqual([
    { status: 'OPENING', reason: null },
    { status: 'CONNECTED', reason: null },
    { status: 'DISCONNECTED', reason: 'logged_out' },
  ]);
  const forget = (before: number, kept: number) => platformTransaction(world.base, (tx) => pruneStatuses(tx, new Date(before), kept));
  await forget(0, 2);
  expect(await statusesOf(id)).toHaveLength(2);
  await forget(world.base.now().getTime() + 1, 2);
  expect(await statusesOf(id)).toEqual([]);
});
