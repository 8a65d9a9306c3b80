// What the provider takes at the same time is stored together: the same comes of it as of each by itself, and none waits for another.
import type { MessageView } from '@balcao/contract/messages';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { asSystem, type Outside } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection, setConnectionStatus } from '../../company/connections/actions.ts';
import { createContact } from '../contacts/actions/change-contact.ts';
import { openTicket } from '../tickets/actions/open-ticket.ts';
import { receiveEvents } from './actions/in/receive.ts';
import { deliverOutbox } from './actions/out/deliver.ts';
import { sendMessage } from './actions/out/send.ts';

const people = 5;
let company: TestCompany;
let sent = 0;
/** Done while a text is being sent. */
const meanwhile = new Map<string, (clientKey: string) => Promise<unknown>>();

beforeAll(async () => {
  company = await createTestCompany({
    features,
    plan: { connections: 10 },
    gateways: (made) => ({
      ...made,
      channel: (kind) => ({
        ...made.channel(kind),
        // The provider knows Brazilian numbers without their ninth digit.
        send: async (_, { content, to, clientKey }) => {
          if (content.type === 'text') await meanwhile.get(content.body)?.(clientKey);
          return { externalId: `sim.${++sent}`, recipient: { kind: 'wa_pn', value: to.value.replace(/^(5548)9/, '$1') } };
        },
      }),
    }),
  });
});
afterAll(() => company.close());
beforeEach(() => meanwhile.clear());

type Desk = { ctx: Outside; connectionId: number; tickets: number[] };

/** A company of its own, with a text waiting in each of its chats: `Texto 0`, `Texto 1`, … */
async function waiting(): Promise<Desk> {
  const another = await company.another();
  const ctx = asSystem(another, another.companyId);
  const { id: connectionId } = await createConnection(ctx, { name: 'Telefone', channel: 'simulator' });
  await transaction(ctx, (ctx) => setConnectionStatus(ctx, connectionId, { status: 'CONNECTED', statusReason: null }));
  const tickets: number[] = [];
  for (let i = 0; i < people; i++) {
    const { id: contactId } = await createContact(ctx, { name: `Pessoa ${i}`, number: `554899120000${i}`, email: '', extraInfo: [] });
    const { id } = await openTicket(ctx, { contactId, userId: null, queueId: null, whatsappId: connectionId });
    await sendMessage(ctx, id, { body: `Texto ${i}` }, [], null);
    tickets.push(id);
  }
  company.told.length = 0;
  return { ctx, connectionId, tickets };
}

const deliver = ({ ctx, connectionId }: Desk) => deliverOutbox(ctx, connectionId);
const inDb = async <R>(statement: ReturnType<typeof sql<R>>) =>
  (await platformTransaction(company.base, ({ db }) => statement.execute(db))).rows;
const states = async ({ ctx }: Desk) =>
  (
    await inDb(sql<{ said: string }>`
      select concat_ws(' ', state, ack) as said from messages where company_id = ${ctx.companyId} and from_me order by id`)
  ).map(({ said }) => said);

/** Holds the tickets that another program changes, until it is told to let them go. */
async function holding(tickets: readonly number[]): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: company.database.superUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from tickets where id = any($1) for no key update', [tickets]);
  return async () => {
    await holder.query('commit');
    await holder.end();
  };
}

/** What is stored and was told, without what differs from company to company. */
async function outcome({ ctx }: Desk) {
  const { companyId } = ctx;
  const messages = await inDb(sql<{ row: object }>`
    select jsonb_build_object('body', m.body, 'state', m.state, 'ack', m.ack, 'known', m.sent_as = (
        select e.external_id from message_external_ids e where e.company_id = m.company_id and e.message_id = m.id),
      'shown', t.last_message_ack, 'revision', t.revision, 'addresses', (
        select jsonb_agg(i.kind || ' ' || i.value order by i.kind, i.value) from contact_identities i
        where i.company_id = m.company_id and i.contact_id = m.contact_id)) as row
    from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = ${companyId} and m.from_me order by m.id`);
  const [left] = await inDb(sql<{ n: number }>`select count(*)::int as n from message_outbox where company_id = ${companyId}`);
  const ids = /id$|uuid|protocol|url|path|clientKey/i;
  const told = company.told.map(
    ({ event, payload }) =>
      `${event} ${JSON.stringify(payload, (key, value) => (ids.test(key) && typeof value !== 'object' ? undefined : value))}`,
  );
  return { messages: messages.map(({ row }) => row), left: left?.n, told: told.sort() };
}

test('together they are one transaction, of so many statements however many they are; the same is stored and told as of each by itself', async () => {
  const together = await waiting();
  const statements = await company.statements(() => deliver(together));
  // What is learned of each contact aside. Before it the outbox is looked at, and there was no more.
  const [, settling = [], ...more] = inTransactions(
    statements.filter((asked) => !/contact_identities|hold_identities|"contacts"|contacts_behind|advisory/.test(asked)),
  );
  expect(more).toEqual([]);
  expect(settling.length, settling.join('\n')).toBeLessThanOrEqual(4);
  const one = await outcome(together);
  expect(await states(together)).toEqual(Array.from({ length: people }, () => 'sent 1'));

  const apart = await waiting();
  const letGo = await holding(apart.tickets);
  const delivered = deliver(apart);
  await until(async () => {
    const [row] = await inDb(sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return row?.n === people;
  });
  await letGo();
  await delivered;
  const other = await outcome(apart);
  expect(one.messages).toMatchObject(Array.from({ length: people }, () => ({ known: true, shown: 1 })));
  expect(one.messages).toMatchObject([{ addresses: ['phone 5548991200000', 'wa_pn 554891200000'] }, {}, {}, {}, {}]);
  expect(one.left).toBe(0);
  // Each to who may read it, and to who must accept its conversation first.
  expect(one.told).toHaveLength(2 * people);
  expect(one).toEqual(other);
});

/** The statements of each transaction, begin and commit included. */
function inTransactions(statements: readonly string[]): string[][] {
  const all: string[][] = [];
  for (const statement of statements) {
    if (statement.startsWith('begin')) all.push([]);
    all.at(-1)?.push(statement);
  }
  return all;
}

test('a result is stored while others are still on their way, and none waits for a ticket that somebody holds but its own', async () => {
  const desk = await waiting();
  const letGo = await holding(desk.tickets.slice(0, 1));
  meanwhile.set('Texto 1', () => until(async () => (await states(desk)).filter((state) => state === 'sent 1').length === people - 2));
  meanwhile.set('Texto 2', () => until(async () => (await states(desk)).filter((state) => state === 'sent 1').length === people - 3));
  const delivered = deliver(desk);
  await until(async () => (await states(desk)).join() === ['queued 0', ...Array.from({ length: people - 1 }, () => 'sent 1')].join());
  await letGo();
  await delivered;
  expect(await states(desk)).toEqual(Array.from({ length: people }, () => 'sent 1'));
});

test('a result whose transaction the database cut is stored once the database is there again', async () => {
  const desk = await waiting();
  const letGo = await holding(desk.tickets.slice(0, 1));
  const delivered = deliver(desk);
  const owner = new pg.Client({ connectionString: company.database.superUrl });
  await owner.connect();
  await until(async () => {
    const cut = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return cut.rowCount === 1;
  });
  await owner.end();
  await letGo();
  await delivered;
  expect(await states(desk)).toEqual(Array.from({ length: people }, () => 'sent 1'));
});

test('a status that was faster than the answer stays, and one result that the database refuses leaves the others alone', async () => {
  const desk = await waiting();
  const at = company.clock.now().toISOString();
  const early = (clientKey: string, status: 'delivered' | 'failed', reason: 'marketing_limit' | null) =>
    receiveEvents(desk.ctx, desk.connectionId, [
      { key: `s:${status}`, kind: 'status', externalId: `early-${status}`, clientKey, status, reason, recipient: null, at },
    ]);
  meanwhile.set('Texto 0', (clientKey) => early(clientKey, 'delivered', null));
  meanwhile.set('Texto 2', (clientKey) => early(clientKey, 'failed', 'marketing_limit'));
  const owner = new pg.Client({ connectionString: company.database.superUrl });
  await owner.connect();
  await owner.query(`alter table messages add constraint refusing check (body <> 'Texto 1' or state = 'queued') not valid`);
  await expect(deliver(desk)).rejects.toThrow('refusing');
  await until(async () => (await states(desk)).filter((state) => state !== 'queued 0').length === people - 1);
  await owner.query('alter table messages drop constraint refusing');
  await owner.end();
  expect(await states(desk)).toEqual(['delivered 2', 'queued 0', 'failed 0', ...Array.from({ length: people - 3 }, () => 'sent 1')]);
  const failed = await inDb(sql`select fail_reason as reason from messages where company_id = ${desk.ctx.companyId} and state = 'failed'`);
  expect(failed).toEqual([{ reason: 'marketing_limit' }]);
  const known = await inDb(sql<{ sentAs: string }>`
    select coalesce(sent_as, '') as "sentAs" from messages where company_id = ${desk.ctx.companyId} and from_me order by id`);
  expect(known.map(({ sentAs }) => sentAs.split('.')[0])).toEqual(['early-delivered', '', 'early-failed', 'sim', 'sim']);
  // What is learned of each contact is stored aside, after its message is settled.
  const learned = () => inDb(sql`select 1 from contact_identities where company_id = ${desk.ctx.companyId} and kind = 'wa_pn'`);
  await until(async () => (await learned()).length === people - 1);
});

test('what is told of a message is never dated before what was told earlier, whatever the clock said when each change began', async () => {
  const desk = await waiting();
  const at = company.clock.now();
  const move = (ms: number) => company.clock.set(new Date(company.clock.now().getTime() + ms).toISOString());
  const turnBack = async () => move(-1000);
  // When they are taken from the outbox.
  move(5000);
  // Texto 0 is settled with the others, Texto 1 by itself.
  const letGo = await holding(desk.tickets.slice(1, 2));
  meanwhile.set('Texto 0', turnBack);
  const delivered = deliver(desk);
  await until(async () => (await states(desk)).filter((state) => state === 'sent 1').length === people - 1);
  await letGo();
  await delivered;
  const known = await inDb(sql<{ sentAs: string }>`
    select sent_as as "sentAs" from messages where company_id = ${desk.ctx.companyId} and from_me order by id limit 2`);
  for (const [i, { sentAs: externalId }] of known.entries())
    for (const status of ['delivered', 'read'] as const) {
      await turnBack();
      const key = `s:${i}:${status}`;
      await receiveEvents(desk.ctx, desk.connectionId, [
        { key, kind: 'status', externalId, clientKey: null, status, reason: null, recipient: null, at: at.toISOString() },
      ]);
    }
  for (const body of ['Texto 0', 'Texto 1']) {
    const told = company.told.flatMap(({ payload }) => {
      const { message } = payload as { message?: MessageView };
      return message?.body === body ? [{ ack: message.ack, updatedAt: new Date(message.updatedAt).getTime() - at.getTime() }] : [];
    });
    expect([...new Set(told.map(({ ack }) => ack))]).toEqual([1, 2, 3]);
    expect(told.map(({ updatedAt }) => updatedAt)).toEqual(told.map(({ updatedAt }) => updatedAt).sort((a, b) => a - b));
    expect(told[0]?.updatedAt).toBeGreaterThanOrEqual(5000);
  }
});
