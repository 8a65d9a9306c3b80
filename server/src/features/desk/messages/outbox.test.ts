// What waits in an outbox leaves when its turn comes, whatever happens at the same instant. Channels are the test's; nobody runs jobs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { type Channel, type Inbound, SendFailure } from '../../../gateways/whatsapp/port.ts';
import { asSystem, type Outside } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection, deleteConnection, setConnectionStatus } from '../../company/connections/actions.ts';
import { createContact } from '../contacts/actions/change-contact.ts';
import { deleteTicket } from '../tickets/actions/delete-ticket.ts';
import { openTicket } from '../tickets/actions/open-ticket.ts';
import { currentTicket } from '../tickets/reads.ts';
import { receiveEvents } from './actions/in/receive.ts';
import { deliverOutbox, deliverSoon } from './actions/out/deliver.ts';
import { queueMessage } from './actions/out/queue-message.ts';
import { sendMessage } from './actions/out/send.ts';
import { failOutbox, settleUnderWay } from './actions/out/wake.ts';
import { deleteMessage } from './actions/thread/change.ts';
import { messageJobs } from './jobs.ts';

let company: TestCompany;
let ctx: Outside;
let connectionId: number;
let people = 0;
const sent: string[] = [];
/** What sending a text fails with. */
const failures = new Map<string, SendFailure>();
/** Done while a text is being sent. */
const meanwhile = new Map<string, () => Promise<unknown>>();
/** Of the next reads, so many find no storage. */
let storageAway = 0;
let idempotentSends = false;

const channel = (made: Channel): Channel => ({
  ...made,
  idempotentSends,
  send: async (_, { content, to, clientKey }) => {
    const body = content.type === 'text' ? content.body : content.type;
    await meanwhile.get(body)?.();
    const failure = failures.get(body);
    if (failure) throw failure;
    sent.push(body);
    return { externalId: clientKey, recipient: to };
  },
});

beforeAll(async () => {
  company = await createTestCompany({
    features,
    plan: { connections: 100 },
    gateways: (made) => ({
      ...made,
      channel: (kind) => channel(made.channel(kind)),
      files: {
        ...made.files,
        get: (key, range) => (storageAway-- > 0 ? Promise.reject(new Error('connect ECONNREFUSED')) : made.files.get(key, range)),
      },
    }),
  });
});
afterAll(() => company.close());
beforeEach(async () => {
  company.clock.set(new Date().toISOString());
  const admin = await company.another();
  ctx = asSystem(admin, admin.companyId);
  sent.length = 0;
  failures.clear();
  meanwhile.clear();
  storageAway = 0;
  idempotentSends = false;
  connectionId = (await createConnection(ctx, { name: 'Telefone', channel: 'simulator' })).id;
  await transaction(ctx, (ctx) => setConnectionStatus(ctx, connectionId, { status: 'CONNECTED', statusReason: null }));
});

const later = (seconds: number) => company.clock.set(new Date(company.clock.now().getTime() + seconds * 1000).toISOString());
const deliver = () => deliverOutbox(ctx, connectionId);
const say = async (ticketId: number, body: string) => {
  const [message] = await sendMessage(ctx, ticketId, { body }, [], null);
  return Number(message?.id);
};

async function openChat(): Promise<{ ticketId: number; contactId: number }> {
  const contact = await createContact(ctx, { name: `Pessoa ${++people}`, number: `55119${60_000_000 + people}`, email: '', extraInfo: [] });
  const { id } = await openTicket(ctx, { contactId: contact.id, userId: null, queueId: null, whatsappId: connectionId });
  return { ticketId: id, contactId: contact.id };
}

/** More than leave at once, each with a text. */
async function tenChats(): Promise<Awaited<ReturnType<typeof openChat>>[]> {
  const chats = await Promise.all(Array.from({ length: 10 }, openChat));
  for (const [i, { ticketId }] of chats.entries()) await say(ticketId, `Texto ${i}`);
  return chats;
}

const inDb = <R>(statement: ReturnType<typeof sql<R>>) =>
  platformTransaction(company.base, async ({ db }) => (await statement.execute(db)).rows);

/** Until it has ended or waits for what another transaction holds. */
async function endedOrWaiting(run: Promise<unknown>): Promise<void> {
  let ended = false;
  void run.finally(() => {
    ended = true;
  });
  await until(async () => {
    const waiting = await inDb(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return ended || waiting.length > 0;
  });
}

/** In how many seconds the outbox is looked at next; null when nobody is asked to. */
async function lookedAtIn(): Promise<number | null> {
  const [row] = await inDb(sql<{ seconds: number | null }>`
    select extract(epoch from min(run_at) - now())::float as seconds from graphile_worker.jobs
    where task_identifier = 'messages.deliver' and key like ${`${ctx.companyId}:%`} and attempts < max_attempts`);
  return row?.seconds ?? null;
}
/** As if a worker had taken all jobs. */
const forgetJobs = () => inDb(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);

const stateOf = async (id: number) =>
  (await inDb(sql<{ state: string; reason: string | null }>`select state, fail_reason as reason from messages where id = ${id}`))[0];

const delivered = (clientKey: string): Inbound => ({
  key: `s:${clientKey}`,
  kind: 'status',
  externalId: `wamid-${clientKey}`,
  clientKey,
  status: 'delivered',
  at: company.clock.now().toISOString(),
  reason: null,
  recipient: null,
});
const keyOf = async (id: number) =>
  (await inDb(sql<{ key: string }>`select client_key as key from messages where id = ${id}`))[0]?.key ?? '';

const tryLater = (seconds: number) => new SendFailure('retry', 'network', 'later', seconds * 1000);
const nobodyKnows = new SendFailure('uncertain', 'unconfirmed', 'no answer');

describe('somebody looks at what is due', () => {
  test('when it was stored just as another message was put off', async () => {
    const [first, second] = [await openChat(), await openChat()];
    failures.set('Um', tryLater(60));
    await say(first.ticketId, 'Um');
    await deliver();
    await forgetJobs();
    let run: Promise<void> | null = null;
    await transaction(ctx, async (inside) => {
      await queueMessage(inside, { id: second.ticketId, contact_id: second.contactId }, connectionId, {
        body: 'Dois',
        media_type: 'conversation',
        client_key: 'dois',
        user_id: null,
      });
      await deliverSoon(inside, connectionId);
      run = deliver();
      await endedOrWaiting(run);
    });
    await run;
    expect(await lookedAtIn()).toBeLessThan(1);
  });

  test('when a status settles the message before it', async () => {
    const { ticketId } = await openChat();
    failures.set('Um', nobodyKnows);
    const first = await say(ticketId, 'Um');
    await say(ticketId, 'Dois');
    await deliver();
    expect(sent).toEqual([]);
    await forgetJobs();
    await receiveEvents(ctx, connectionId, [delivered(await keyOf(first))]);
    expect(await stateOf(first)).toMatchObject({ state: 'delivered' });
    expect(await lookedAtIn()).toBeLessThan(1);
    await deliver();
    expect(sent).toEqual(['Dois']);
  });

  test('when the message before it is taken back', async () => {
    const { ticketId } = await openChat();
    failures.set('Um', tryLater(60));
    const first = await say(ticketId, 'Um');
    await say(ticketId, 'Dois');
    await forgetJobs();
    await deliver();
    expect(await lookedAtIn()).toBeGreaterThan(30);
    await deleteMessage(ctx, first);
    expect(await lookedAtIn()).toBeLessThan(1);
  });

  test('when what was under way is given up for another channel', async () => {
    const { ticketId } = await openChat();
    failures.set('Um', nobodyKnows);
    const first = await say(ticketId, 'Um');
    await say(ticketId, 'Dois');
    await deliver();
    await forgetJobs();
    await transaction(ctx, (ctx) => settleUnderWay(ctx, connectionId));
    expect(await stateOf(first)).toMatchObject({ state: 'failed', reason: 'unconfirmed' });
    expect(await lookedAtIn()).toBeLessThan(1);
  });
});

test('a status that comes as its message is given up is believed', async () => {
  const { ticketId } = await openChat();
  failures.set('Um', nobodyKnows);
  const id = await say(ticketId, 'Um');
  await deliver();
  later(100);
  let run: Promise<void> | null = null;
  await transaction(ctx, async ({ db }) => {
    await sql`update messages set state = 'delivered', ack = 2 where id = ${id}`.execute(db);
    run = deliver();
    await endedOrWaiting(run);
  });
  await run;
  expect(await stateOf(id)).toEqual({ state: 'delivered', reason: null });
});

test('a message that nothing leads to fails by itself, and keeps no other', async () => {
  idempotentSends = true;
  const chats = await tenChats();
  const lost = chats[0]?.contactId ?? 0;
  await inDb(sql`delete from contact_identities where contact_id = ${lost}`);
  await inDb(sql`update contacts set number = '' where id = ${lost}`);
  await deliver();
  expect(sent.sort()).toEqual(chats.slice(1).map((_, i) => `Texto ${i + 1}`));
  expect(await transaction(ctx, (ctx) => currentTicket(ctx, chats[0]?.ticketId ?? 0))).toMatchObject({ lastMessageFailed: true });
});

/** Queues a file. */
async function sayFile(ticketId: number): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), 'balcao-test-'));
  const path = join(dir, 'nota.txt');
  await writeFile(path, 'Nota fiscal');
  const file = { field: 'medias', path, filename: 'nota.txt', mime: 'text/plain', size: 11 };
  const [message] = await sendMessage(ctx, ticketId, { body: '' }, [file], null);
  await rm(dir, { recursive: true });
  return Number(message?.id);
}

test('a file that takes long to be sent is not given up meanwhile', async () => {
  const { ticketId } = await openChat();
  const id = await sayFile(ticketId);
  meanwhile.set('media', async () => {
    later(170);
    for (const job of messageJobs) if (job.name === 'messages.sweep' && job.kind === 'cron') await job.run(company.base);
    expect(await stateOf(id)).toMatchObject({ state: 'sending' });
  });
  await deliver();
  expect(await stateOf(id)).toMatchObject({ state: 'sent' });
});

test('a file that the storage does not give right now leaves later', async () => {
  const { ticketId } = await openChat();
  const id = await sayFile(ticketId);
  storageAway = 1;
  await deliver();
  expect(await stateOf(id)).toMatchObject({ state: 'queued' });
  later(10);
  await deliver();
  expect(sent).toEqual(['media']);
});

test('a ticket that is deleted while its message is sent keeps no other', async () => {
  const chats = await tenChats();
  meanwhile.set('Texto 0', () => deleteTicket(ctx, chats[0]?.ticketId ?? 0));
  await deliver();
  expect(sent.sort()).toEqual(chats.map((_, i) => `Texto ${i}`));
});

test('a list shows that a message will not leave because its connection is gone', async () => {
  const { ticketId } = await openChat();
  failures.set('Um', tryLater(60));
  const id = await say(ticketId, 'Um');
  await deliver();
  await createConnection(ctx, { name: 'Outro', channel: 'simulator', isDefault: true });
  await deleteConnection(ctx, connectionId);
  await expect(say(ticketId, 'Alô?')).rejects.toMatchObject({ code: 'ERR_WAPP_NOT_INITIALIZED' });
  await transaction(ctx, (ctx) => failOutbox(ctx, connectionId));
  expect(await stateOf(id)).toMatchObject({ state: 'failed', reason: 'connection_down' });
  expect(await transaction(ctx, (ctx) => currentTicket(ctx, ticketId))).toMatchObject({ lastMessageFailed: true });
});
