// What waits in an outbox leaves when its turn comes, whatever happens at the same instant. Channels are the test's; nobody runs jobs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { type Address, type Channel, type Inbound, passesSoonMs, SendFailure, type Sent } from '../../../gateways/whatsapp/port.ts';
import { asSystem, type Outside } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection, deleteConnection, holdSending, setConnectionStatus } from '../../company/connections/actions.ts';
import { changeSetting } from '../../company/settings/actions.ts';
import { createContact } from '../contacts/actions/change-contact.ts';
import { deleteTicket } from '../tickets/actions/delete-ticket.ts';
import { openTicket } from '../tickets/actions/open-ticket.ts';
import { currentTicket } from '../tickets/reads.ts';
import { receiveEvents } from './actions/in/receive.ts';
import { deliverOutbox, deliverSoon } from './actions/out/deliver.ts';
import { queueMessage } from './actions/out/queue-message.ts';
import { sendMessage } from './actions/out/send.ts';
import { failOutbox, settleUnderWay } from './actions/out/wake.ts';
import { mergePeople, splitPeople } from './actions/people/merge-people.ts';
import { deleteMessage, retryMessage } from './actions/thread/change.ts';
import { messageJobs } from './jobs.ts';
import { claimOutbox, overdueOutboxes, requeueSending } from './store/outbox.ts';

let company: TestCompany;
let ctx: Outside;
let connectionId: number;
let people = 0;
const sent: string[] = [];
/** Where each text went. */
const sentTo: Address[] = [];
/** The provider's answer to a text. */
const answers = new Map<string, Sent>();
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
    sentTo.push(to);
    return answers.get(body) ?? { externalId: clientKey, recipient: to };
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
  sentTo.length = 0;
  answers.clear();
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
  (
    await inDb(sql<{ state: string; reason: string | null }>`
      select coalesce(o.state, m.state) as state, coalesce(o.reason, m.fail_reason) as reason
      from messages m left join message_outbox o on o.message_id = m.id where m.id = ${id}`)
  )[0];

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
const saidBy = (number: string): Inbound => ({
  key: `m:${number}`,
  kind: 'message',
  externalId: `wamid-${number}`,
  chat: [{ kind: 'wa_pn', value: number }],
  participant: null,
  name: 'Cliente',
  fromMe: false,
  sentAt: company.clock.now().toISOString(),
  content: { type: 'text', body: 'Bom dia' },
  quotedExternalId: null,
  forwarded: false,
  history: false,
});
const keyOf = async (id: number) =>
  (await inDb(sql<{ key: string }>`select client_key as key from messages where id = ${id}`))[0]?.key ?? '';

const tryLater = (seconds: number) => new SendFailure('retry', 'network', 'later', seconds * 1000);
const nobodyKnows = new SendFailure('uncertain', 'unconfirmed', 'no answer');

describe('somebody looks at what is due', () => {
  test('when it was stored while the last that waited was sent', async () => {
    const [first, second] = [await openChat(), await openChat()];
    await say(first.ticketId, 'Um');
    await forgetJobs();
    meanwhile.set('Um', () => say(second.ticketId, 'Dois'));
    await deliver();
    expect(sent).toEqual(['Um']);
    expect(await lookedAtIn()).toBeLessThanOrEqual(0);
    await deliver();
    expect(sent).toEqual(['Um', 'Dois']);
  });

  test.each([
    ['before', deliver],
    ['together with', async () => undefined],
  ])('when another chat was put off %s what is sent', async (_, before) => {
    const [first, second] = [await openChat(), await openChat()];
    failures.set('Um', tryLater(60));
    await say(first.ticketId, 'Um');
    await before();
    await say(second.ticketId, 'Dois');
    await forgetJobs();
    await deliver();
    expect(sent).toEqual(['Dois']);
    expect(await lookedAtIn()).toBeGreaterThan(30);
  });

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

test('of a company that is switched off, what waits is looked at again, and where nothing waits nobody looks', async () => {
  const { ticketId } = await openChat();
  await say(ticketId, 'Um');
  await inDb(sql`update companies set status = false where id = ${ctx.companyId}`);
  await forgetJobs();
  await deliver();
  expect(sent).toEqual([]);
  expect(await lookedAtIn()).toBeGreaterThan(200);
  await inDb(sql`update companies set deleted_at = now() where id = ${ctx.companyId}`);
  await inDb(sql`delete from tickets where company_id = ${ctx.companyId}`);
  await forgetJobs();
  await deliver();
  expect(await lookedAtIn()).toBeNull();
});

test('a status that comes as its message is given up is believed', async () => {
  const { ticketId } = await openChat();
  failures.set('Um', nobodyKnows);
  const id = await say(ticketId, 'Um');
  await deliver();
  later(100);
  let run: Promise<void> | null = null;
  await transaction(ctx, async ({ db }) => {
    await sql`with gone as (delete from message_outbox where message_id = ${id})
      update messages set state = 'delivered', ack = 2, fail_reason = null where id = ${id}`.execute(db);
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

test("the provider's id of what was sent goes with its message, and with the attempt it named", async () => {
  const known = async () => (await inDb(sql<{ id: number }>`select message_id as id from message_external_ids`)).map(({ id }) => id);
  const { ticketId } = await openChat();
  const [one, two] = [await say(ticketId, 'Um'), await say(ticketId, 'Dois')];
  await deliver();
  expect(await known()).toEqual(expect.arrayContaining([one, two]));
  await inDb(sql`update messages set state = 'failed' where id = ${one}`);
  await retryMessage(ctx, one);
  expect(await known()).not.toContain(one);
  expect(await known()).toContain(two);
  await deleteTicket(ctx, ticketId);
  expect(await known()).not.toContain(two);
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

describe('a send whose process died', () => {
  /** As a process leaves it that dies between taking it and hearing of it. */
  const interrupt = (id: number) =>
    inDb(
      sql`update message_outbox set state = 'sending', attempts = 1, lease_until = ${new Date(company.clock.now().getTime() + 90_000)} where message_id = ${id}`,
    );

  test('holds up its chat for 15 s, in which a status may still settle it', async () => {
    const { ticketId } = await openChat();
    const first = await say(ticketId, 'Um');
    await interrupt(first);
    await say(ticketId, 'Dois');
    await forgetJobs();
    await deliver();
    expect(sent).toEqual([]);
    expect(await lookedAtIn()).toBeGreaterThan(13);
    expect(await lookedAtIn()).toBeLessThan(16);
    later(14);
    await deliver();
    expect(await stateOf(first)).toMatchObject({ state: 'sending' });
    later(1);
    await deliver();
    expect(await stateOf(first)).toEqual({ state: 'failed', reason: 'unconfirmed' });
    expect(sent).toEqual(['Dois']);
  });

  test('is sent again at once where the channel knows our key', async () => {
    idempotentSends = true;
    const { ticketId } = await openChat();
    await interrupt(await say(ticketId, 'Um'));
    await deliver();
    expect(sent).toEqual(['Um']);
  });
});

test('a send that nobody answered keeps its time, whatever else leaves meanwhile', async () => {
  const [silent, other] = [await openChat(), await openChat()];
  failures.set('Um', nobodyKnows);
  const first = await say(silent.ticketId, 'Um');
  await forgetJobs();
  await deliver();
  expect(await lookedAtIn()).toBeGreaterThan(80);
  later(40);
  await say(other.ticketId, 'Outra');
  await deliver();
  later(40);
  await deliver();
  expect(await stateOf(first)).toMatchObject({ state: 'sending' });
  await receiveEvents(ctx, connectionId, [delivered(await keyOf(first))]);
  expect(await stateOf(first)).toEqual({ state: 'delivered', reason: null });
});

test('after a refusal that passes, a message is tried again after 2 s, then after longer pauses', async () => {
  const { ticketId } = await openChat();
  failures.set('Um', new SendFailure('retry', 'network', 'HTTP 503', passesSoonMs));
  await say(ticketId, 'Um');
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await deliver();
    const [row] = await inDb(
      sql<{
        at: Date;
      }>`select o.next_attempt_at as at from message_outbox o join messages m on m.id = o.message_id where m.ticket_id = ${ticketId}`,
    );
    pauses.push(((row?.at.getTime() ?? 0) - company.clock.now().getTime()) / 1000);
    later(pauses.at(-1) ?? 0);
  }
  expect(pauses[0]).toBe(2);
  for (const [i, between] of [[1, [3, 5]] as const, [2, [6, 10]] as const, [3, [12, 20]] as const]) {
    expect(pauses[i]).toBeGreaterThanOrEqual(between[0]);
    expect(pauses[i]).toBeLessThanOrEqual(between[1]);
  }
  failures.clear();
  await deliver();
  expect(sent).toEqual(['Um']);
});

const externalIdOf = async (id: number) =>
  (await inDb(sql<{ external: string | null }>`select sent_as as external from messages where id = ${id}`))[0]?.external;
const told = (externalId: string, status: 'delivered' | 'failed'): Inbound => ({
  key: `s:${externalId}:${status}`,
  kind: 'status',
  externalId,
  clientKey: null,
  status,
  at: company.clock.now().toISOString(),
  reason: status === 'failed' ? 'unknown' : null,
  recipient: null,
});

test('a failed message that is tried again takes the new id of the provider, and its ticks', async () => {
  const { ticketId } = await openChat();
  answers.set('Um', { externalId: 'wamid-first', recipient: null });
  const id = await say(ticketId, 'Um');
  await deliver();
  await receiveEvents(ctx, connectionId, [told('wamid-first', 'failed')]);
  expect(await stateOf(id)).toMatchObject({ state: 'failed' });
  answers.set('Um', { externalId: 'wamid-second', recipient: null });
  await retryMessage(ctx, id);
  await deliver();
  expect(sent).toEqual(['Um', 'Um']);
  expect(await externalIdOf(id)).toBe('wamid-second');
  await receiveEvents(ctx, connectionId, [told('wamid-first', 'delivered')]);
  expect(await stateOf(id)).toMatchObject({ state: 'sent' });
  await receiveEvents(ctx, connectionId, [told('wamid-second', 'delivered')]);
  expect(await stateOf(id)).toEqual({ state: 'delivered', reason: null });
});

test("the address in the provider's answer is where the next message goes", async () => {
  const { ticketId, contactId } = await openChat();
  const [{ number } = { number: '' }] = await inDb(sql<{ number: string }>`select number from contacts where id = ${contactId}`);
  // As WhatsApp knows numbers from before the ninth digit.
  const known: Address = { kind: 'wa_pn', value: number.replace(/^(\d{4})9/, '$1') };
  answers.set('Um', { externalId: 'wamid-1', recipient: known });
  await say(ticketId, 'Um');
  await deliver();
  await say(ticketId, 'Dois');
  await deliver();
  expect(sentTo).toEqual([{ kind: 'phone', value: number }, known]);
});

test('a run that the database left takes back what it has claimed, and nothing of a run before it', async () => {
  const [first, second] = [await openChat(), await openChat()];
  const claim = async (ticketId: number, body: string, seconds: number) => {
    const id = await say(ticketId, body);
    const now = company.clock.now();
    const until = (more: number) => new Date(now.getTime() + (seconds + more) * 1000);
    const lease = { text: until(0), file: until(60) };
    await transaction(ctx, (tx) => claimOutbox(tx, connectionId, 8, now, lease));
    return { id, lease };
  };
  const earlier = await claim(first.ticketId, 'Um', 30);
  const now = await claim(second.ticketId, 'Dois', 40);
  await transaction(ctx, (tx) => requeueSending(tx, connectionId, company.clock.now(), now.lease));
  expect([await stateOf(earlier.id), await stateOf(now.id)]).toMatchObject([{ state: 'sending' }, { state: 'queued' }]);
});

test('an outbox in which everything waits for its time is not looked at each minute', async () => {
  const { ticketId } = await openChat();
  failures.set('Um', tryLater(120));
  await say(ticketId, 'Um');
  await deliver();
  const isOverdue = async () => {
    const found = await platformTransaction(company.base, (tx) => overdueOutboxes(tx, company.clock.now(), 1000));
    return found.some(({ connection_id }) => connection_id === connectionId);
  };
  later(60);
  expect(await isOverdue()).toBe(false);
  later(61);
  expect(await isOverdue()).toBe(true);
});

test('a customer who writes makes due what was held back for them, not what waits for another reason', async () => {
  const { ticketId } = await openChat();
  failures.set('Um', tryLater(60));
  const id = await say(ticketId, 'Um');
  await deliver();
  const waitsUntil = async () =>
    (await inDb(sql<{ at: Date | null }>`select next_attempt_at as at from message_outbox where message_id = ${id}`))[0]?.at;
  const before = await waitsUntil();
  expect(before?.getTime()).toBe(company.clock.now().getTime() + 60_000);
  const [contact] = await inDb(sql<{ number: string }>`
    select c.number from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id where t.id = ${ticketId}`);
  await receiveEvents(ctx, connectionId, [saidBy(contact?.number ?? '')]);
  expect(await waitsUntil()).toEqual(before);
});

describe('a tick', () => {
  const ticked = (externalId: string, status: 'delivered' | 'read'): Inbound =>
    ({ ...delivered(externalId), key: `s:${externalId}:${status}`, externalId, clientKey: null, status }) as Inbound;
  const sentAs = async (id: number) => (await inDb(sql<{ id: string }>`select sent_as as id from messages where id = ${id}`))[0]?.id ?? '';

  test('is of the number that brought it, though another one knows the same id', async () => {
    const id = await say((await openChat()).ticketId, 'Um');
    await deliver();
    const other = (await createConnection(ctx, { name: 'Outro telefone', channel: 'simulator' })).id;
    await receiveEvents(ctx, other, [ticked(await sentAs(id), 'read')]);
    expect(await stateOf(id)).toMatchObject({ state: 'sent' });
    await receiveEvents(ctx, connectionId, [ticked(await sentAs(id), 'read')]);
    expect(await stateOf(id)).toMatchObject({ state: 'read' });
  });

  test('of an earlier message is not the ticket’s, which shows its last', async () => {
    const { ticketId } = await openChat();
    const first = await say(ticketId, 'Um');
    await say(ticketId, 'Dois');
    for (let run = 0; run < 2; run++) await deliver();
    const shown = async () =>
      (await inDb(sql<{ ack: number }>`select last_message_ack as ack from tickets where id = ${ticketId}`))[0]?.ack;
    expect(await shown()).toBe(1);
    await receiveEvents(ctx, connectionId, [ticked(await sentAs(first), 'read')]);
    expect(await stateOf(first)).toMatchObject({ state: 'read' });
    expect(await shown()).toBe(1);
  });
});

test('what waits follows its conversation to the contact that stays, and back', async () => {
  const [kept, other] = [await openChat(), await openChat()];
  const waiting = await say(other.ticketId, 'Um');
  const contactOf = async () =>
    (await inDb(sql<{ id: number }>`select contact_id as id from message_outbox where message_id = ${waiting}`))[0]?.id;
  const [merge] = await transaction(ctx, (tx) => mergePeople(tx, kept.contactId, [other.contactId], null));
  expect(await contactOf()).toBe(kept.contactId);
  const { otherId } = await transaction(ctx, (tx) => splitPeople(tx, merge?.id ?? 0));
  expect(await contactOf()).toBe(otherId);
});

describe('while new chats are held back', () => {
  const held = async () =>
    (await inDb(sql<{ until: Date | null }>`select new_chats_held_until as until from connections where id = ${connectionId}`))[0]?.until ??
    null;
  const restricted = new SendFailure('refused', 'restricted', 'no more strangers');

  /** A group in which nobody but us has written. */
  async function silentGroup(): Promise<{ ticketId: number; contactId: number }> {
    await changeSetting(ctx, 'CheckMsgIsGroup', 'disabled');
    const value = `1203630000000${10_000 + ++people}`;
    await receiveEvents(ctx, connectionId, [
      {
        key: `m:${value}`,
        kind: 'message',
        externalId: value,
        chat: [{ kind: 'group', value }],
        participant: null,
        name: 'Condomínio Ipê',
        fromMe: true,
        sentAt: company.clock.now().toISOString(),
        content: { type: 'text', body: 'Criei o grupo' },
        quotedExternalId: null,
        forwarded: false,
        history: false,
      },
    ]);
    const [row] = await inDb(sql<{ ticketId: number; contactId: number }>`
      select t.id as "ticketId", t.contact_id as "contactId" from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
      where t.connection_id = ${connectionId} and c.is_group`);
    if (!row) throw new Error('no group');
    return row;
  }
  const queue = ({ ticketId, contactId }: { ticketId: number; contactId: number }, body: string) =>
    transaction(ctx, (ctx) =>
      queueMessage(ctx, { id: ticketId, contact_id: contactId }, connectionId, {
        body,
        media_type: 'conversation',
        client_key: `${connectionId}:${body}`,
        user_id: null,
      }),
    );

  test('a message to a group leaves, one to a stranger waits', async () => {
    await queue(await silentGroup(), 'Ao grupo');
    await queue(await openChat(), 'A um estranho');
    await transaction(ctx, (ctx) => holdSending(ctx, connectionId, { newChats: new Date(company.clock.now().getTime() + 60_000) }));
    await deliver();
    expect(sent).toEqual(['Ao grupo']);
  });

  test('a refusal in a group holds nobody back, one by a stranger does', async () => {
    failures.set('Ao grupo', restricted);
    await queue(await silentGroup(), 'Ao grupo');
    await deliver();
    expect(await held()).toBeNull();
    failures.set('A um estranho', restricted);
    await queue(await openChat(), 'A um estranho');
    await deliver();
    expect(await held()).not.toBeNull();
  });
});

describe('a message is deleted', () => {
  const arrived = async () => {
    const id = await say((await openChat()).ticketId, `Texto de ${++people}`);
    await deliver();
    return id;
  };

  test('for the customer too, for two and a half days', async () => {
    const [early, late] = [await arrived(), await arrived()];
    later(60 * 3_600);
    const { ticketId } = await deleteMessage(ctx, early);
    expect(await transaction(ctx, (ctx) => currentTicket(ctx, ticketId))).toMatchObject({ lastMessage: '', lastMessageDeleted: true });
    later(1);
    await expect(deleteMessage(ctx, late)).rejects.toMatchObject({ code: 'ERR_FETCH_WAPP_MSG' });
  });

  test('only before it leaves where the channel cannot take it back', async () => {
    const id = await arrived();
    const waiting = await say((await openChat()).ticketId, 'Ainda aqui');
    await inDb(sql`update connections set channel = 'whatsapp_cloud' where id = ${connectionId}`);
    await expect(deleteMessage(ctx, id)).rejects.toMatchObject({ code: 'ERR_DELETE_WAPP_MSG', details: { reason: 'not_permitted' } });
    const { isDeleted, ticketId } = await deleteMessage(ctx, waiting);
    expect(isDeleted).toBe(true);
    await expect(retryMessage(ctx, waiting)).rejects.toMatchObject({ code: 'ERR_MESSAGE_NOT_FAILED' });
    expect(await transaction(ctx, (ctx) => currentTicket(ctx, ticketId))).toMatchObject({ lastMessage: '', lastMessageDeleted: true });
  });
});
