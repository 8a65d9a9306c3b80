// What refers to a queue or a connection when that is removed at the same instant.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import type { Ctx, Tx } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createQuickMessage, leaveQueue as leaveQuickMessages, updateQuickMessage } from '../../desk/quick-messages/actions.ts';
import { showQuickMessage } from '../../desk/quick-messages/reads.ts';
import { createConnection, deleteConnection } from '../connections/actions.ts';
import { createQueue, deleteQueue } from '../queues/actions.ts';
import { addUser, leaveConnection, leaveQueue, updateUser } from './actions.ts';
import { showUser } from './reads.ts';

let company: TestCompany;
let userId: number;
beforeAll(async () => {
  company = await createTestCompany({ features, plan: { connections: 5 } });
  await platformTransaction(company.base, ({ db }) => db.updateTable('plans').set({ queues: 10 }).execute());
  userId = await transaction(company.admin, (ctx) =>
    addUser(ctx, {
      name: 'Ana',
      email: 'ana@loja.example',
      passwordHash: '',
      super: false,
      profile: 'user',
      queueIds: [],
      allTicket: 'disabled',
    }),
  );
});
afterAll(() => company.close());

/** Does `removing` between what `work` checks and its commit, as far as it may. */
async function removedMeanwhile(work: (ctx: Ctx) => Promise<unknown>, removing: () => Promise<unknown>): Promise<void> {
  let ended = false;
  let removed: Promise<unknown> = Promise.resolve();
  await transaction(company.admin, async (ctx: Tx) => {
    await work(ctx as unknown as Ctx);
    removed = removing().finally(() => {
      ended = true;
    });
    await until(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(company.base.db);
      return ended || rows.length > 0;
    });
  });
  await removed;
}

let queues = 0;
const newQueue = async () => (await createQueue(company.admin, { name: `Passageira ${++queues}`, color: `#11223${queues}` })).id;
const user = () => showUser(company.admin, userId);

test('nobody keeps a queue that goes as they get it', async () => {
  const queueId = await newQueue();
  await removedMeanwhile(
    (ctx) => updateUser(ctx, userId, { queueIds: [queueId] }),
    () => deleteQueue(company.admin, queueId).then(() => leaveQueue(company.admin, queueId)),
  );
  expect((await user()).queues).toEqual([]);
});

test('nobody keeps a connection that goes as they get it', async () => {
  await createConnection(company.admin, { name: 'Primeiro', channel: 'simulator' });
  const { id } = await createConnection(company.admin, { name: 'Passageiro', channel: 'simulator' });
  await removedMeanwhile(
    (ctx) => updateUser(ctx, userId, { whatsappId: id }),
    () => deleteConnection(company.admin, id).then(() => leaveConnection(company.admin, id)),
  );
  expect((await user()).whatsappId).toBeNull();
});

test('no quick message keeps a queue that goes as it gets it', async () => {
  const queueId = await newQueue();
  const admin = { ...company.admin, actor: { ...company.admin.actor, id: userId } } as Ctx;
  const { id } = await createQuickMessage(admin, { shortcode: 'oi', message: 'Olá' });
  await removedMeanwhile(
    (ctx) => updateQuickMessage({ ...ctx, actor: admin.actor }, id, { queueId }),
    () => deleteQueue(company.admin, queueId).then(() => leaveQuickMessages(company.admin, queueId)),
  );
  expect((await showQuickMessage(admin, id)).queueId).toBeNull();
});
