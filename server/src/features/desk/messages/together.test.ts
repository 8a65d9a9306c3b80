// Facts that are taken in together: what comes of them is what comes of each by itself, with fewer questions to the database.
import { heldBack } from '@balcao/contract/connection-health-rules';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import type { Inbound } from '../../../gateways/whatsapp/port.ts';
import { asSystem, type Outside } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection } from '../../company/connections/actions.ts';
import { CredentialsChanged, findConnectionByWebhookKey } from '../../company/connections/reads.ts';
import { receiveEvents } from './actions/in/receive.ts';
import { deliverOutbox } from './actions/out/deliver.ts';
import { sendMessage } from './actions/out/send.ts';

let company: TestCompany;
beforeAll(async () => {
  let sent = 0;
  company = await createTestCompany({
    features,
    plan: { connections: 10 },
    gateways: (made) => ({
      ...made,
      channel: (kind) => ({ ...made.channel(kind), send: async () => ({ externalId: `sim.${++sent}`, recipient: null }) }),
    }),
  });
});
afterAll(() => company.close());

const people = 5;
let written = 0;

function text(person: number, body: string, id = `t${++written}`): Inbound {
  return {
    key: `m:${id}`,
    kind: 'message',
    externalId: id,
    chat: [{ kind: 'wa_pn', value: `554899100000${person}` }],
    participant: null,
    name: `Cliente ${person}`,
    fromMe: false,
    content: { type: 'text', body },
    quotedExternalId: null,
    forwarded: person === 2,
    sentAt: new Date(company.clock.now().getTime() + person * 1_000).toISOString(),
    history: false,
  };
}

const all = (body: string) => Array.from({ length: people }, (_, person) => text(person, body));
const inDb = async <R>(statement: ReturnType<typeof sql<R>>) =>
  (await platformTransaction(company.base, ({ db }) => statement.execute(db))).rows;

/** A company of its own in which everybody has written once. */
async function known(): Promise<{ ctx: Outside; connectionId: number }> {
  const another = await company.another();
  const ctx = asSystem(another, another.companyId);
  const { id: connectionId } = await createConnection(ctx, { name: 'Telefone', channel: 'simulator' });
  for (const fact of all('Oi')) await receiveEvents(ctx, connectionId, [fact]);
  return { ctx, connectionId };
}

/** What is stored and was told, without what differs from company to company. */
async function outcome({ ctx }: { ctx: Outside }) {
  const own = [
    'id',
    'uuid',
    'company_id',
    'ticket_id',
    'contact_id',
    'connection_id',
    'external_id',
    'last_message_id',
    'number',
    'protocol',
  ];
  const messages = await inDb(sql<{ row: object }>`
    select to_jsonb(m) - ${own}::text[] as row from messages m where company_id = ${ctx.companyId} order by contact_id, sent_at, id`);
  const tickets = await inDb(sql<{ row: object }>`
    select to_jsonb(t) - ${own}::text[] || jsonb_build_object('last', (select m.body from messages m where m.company_id = t.company_id and m.id = t.last_message_id)) as row
    from tickets t where company_id = ${ctx.companyId} order by contact_id`);
  const keys = await inDb(sql<{ n: number }>`select count(*)::int as n from inbound_keys where company_id = ${ctx.companyId}`);
  const told = company.told
    .filter(({ companyId }) => companyId === ctx.companyId)
    .map(({ event, payload }) => `${event} ${shape(payload)}`);
  return { messages, tickets, keys, told: told.sort() };
}

/** A payload without the ids in it. */
function shape(payload: object): string {
  const ids = /id$|uuid|protocol|number|url|path|phone/i;
  return JSON.stringify(payload, (key, value) => (ids.test(key) && typeof value !== 'object' ? undefined : value));
}

test('texts of known customers: what is stored and told is what each by itself makes', async () => {
  const [together, apart] = [await known(), await known()];
  const statements = await company.statements(() => receiveEvents(together.ctx, together.connectionId, all('Alguém?')));
  // A reaction of each follows in the same transaction: it asks whose turn it is, behind a savepoint.
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(5 + 3 * people);
  expect(statements.filter((asked) => asked === 'commit')).toHaveLength(1);
  expect(statements.filter((asked) => !asked.includes('savepoint') && !asked.includes('chatbot_sessions')).length).toBeLessThanOrEqual(5);
  for (const fact of all('Alguém?')) await receiveEvents(apart.ctx, apart.connectionId, [fact]);
  const [one, other] = [await outcome(together), await outcome(apart)];
  expect(one.messages).toHaveLength(2 * people);
  expect(one).toEqual(other);
});

test('answers reach their campaigns, and release what was held back, as each by itself does', async () => {
  const [together, apart] = [await known(), await known()];
  for (const { ctx } of [together, apart]) {
    const tickets = await inDb(sql<{ id: number }>`select id from tickets where company_id = ${ctx.companyId} order by id`);
    for (const { id } of tickets) await sendMessage(ctx, id, { body: 'Podemos ajudar?' }, [], null);
    await inDb(
      sql`update message_outbox set reason = ${heldBack}, next_attempt_at = now() + interval '1 day' where company_id = ${ctx.companyId}`,
    );
    await inDb(sql`update contacts set campaign_at = now() where company_id = ${ctx.companyId}`);
    await inDb(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
  }
  await receiveEvents(together.ctx, together.connectionId, all('Sim'));
  for (const fact of all('Sim')) await receiveEvents(apart.ctx, apart.connectionId, [fact]);
  const answered = async ({ ctx: { companyId } }: { ctx: Outside }) => ({
    waiting: await inDb(sql`select reason, next_attempt_at from message_outbox where company_id = ${companyId}`),
    campaigns: await inDb(sql`select 1 from contacts where company_id = ${companyId} and campaign_at is not null`),
    jobs: await inDb(sql`select distinct task_identifier as job from graphile_worker.jobs where key like ${`${companyId}:%`} order by 1`),
    told: company.told.filter((told) => told.companyId === companyId && told.event === 'appMessage').length,
  });
  expect(await answered(together)).toMatchObject({
    waiting: Array(people).fill({ reason: null, next_attempt_at: null }),
    campaigns: [],
    jobs: expect.arrayContaining([{ job: 'messages.deliver' }]),
  });
  expect(await answered(together)).toEqual(await answered(apart));
});

test('what is not ordinary is received by itself: somebody new or blocked, a closed ticket, a repetition, a second text of one chat', async () => {
  const { ctx, connectionId } = await known();
  await inDb(sql`update tickets set status = 'closed', closed_at = '2020-01-01' where company_id = ${ctx.companyId} and id = (
    select min(id) from tickets where company_id = ${ctx.companyId})`);
  await inDb(sql`update contacts set blocked_at = now() where company_id = ${ctx.companyId} and number = '5548991000002'`);
  expect(await inDb(sql`select name from contacts where company_id = ${ctx.companyId} and blocked_at is not null`)).toEqual([
    { name: 'Cliente 2' },
  ]);
  const again = text(3, 'De novo', 'again');
  await receiveEvents(ctx, connectionId, [again]);
  const wanted = [
    text(0, 'Voltei'),
    text(1, 'Um'),
    text(1, 'Dois'),
    text(9, 'Sou novo'),
    again,
    text(2, 'Bloqueado'),
    text(4, 'Eu também'),
  ];
  await receiveEvents(ctx, connectionId, wanted);
  await receiveEvents(ctx, connectionId, wanted);
  const bodies = await inDb(sql<{ body: string }>`
    select body from messages where company_id = ${ctx.companyId} and body <> 'Oi' and not from_me order by contact_id, id`);
  expect(bodies.map(({ body }) => body)).toEqual(['Voltei', 'Um', 'Dois', 'De novo', 'Eu também', 'Sou novo']);
  const tickets = await inDb(sql<{ n: number }>`select count(*)::int as n from tickets where company_id = ${ctx.companyId}`);
  expect(tickets).toEqual([{ n: people + 2 }]);
});

test('a text that the database refuses leaves the others alone, and is kept for later', async () => {
  const { ctx, connectionId } = await known();
  const owner = new pg.Client({ connectionString: company.database.superUrl });
  await owner.connect();
  await owner.query(`alter table messages add constraint refusing check (body <> 'recusada') not valid`);
  await receiveEvents(ctx, connectionId, [text(0, 'aceita'), text(1, 'recusada'), text(2, 'aceita')]);
  const kept = await owner.query('select payload, attempts from inbound_events where company_id = $1', [ctx.companyId]);
  await owner.query('alter table messages drop constraint refusing');
  await owner.end();
  expect(kept.rows).toMatchObject([{ payload: { content: { body: 'recusada' } }, attempts: 1 }]);
  const stored = await inDb(sql<{ n: number }>`
    select count(*)::int as n from messages where company_id = ${ctx.companyId} and body = 'aceita'`);
  expect(stored).toEqual([{ n: 2 }]);
});

test('who holds a chat or a ticket makes only its own facts wait', async () => {
  const { ctx, connectionId } = await known();
  const holder = new pg.Client({ connectionString: company.database.superUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from tickets where company_id = $1 order by id limit 1 for no key update', [ctx.companyId]);
  const facts = all('Ainda aí?');
  const [held = facts[0] as Inbound, ...free] = facts;
  const waiting = receiveEvents(ctx, connectionId, [held]);
  await receiveEvents(ctx, connectionId, free);
  await holder.query('commit');
  await holder.end();
  await waiting;
  const stored = await inDb(sql<{ n: number }>`
    select count(*)::int as n from messages where company_id = ${ctx.companyId} and body = 'Ainda aí?'`);
  expect(stored).toEqual([{ n: people }]);
});

test('the statuses of a delivery are one statement; an earlier one changes nothing, an unknown message is for later', async () => {
  const { ctx, connectionId } = await known();
  const tickets = await inDb(sql<{ id: number }>`select id from tickets where company_id = ${ctx.companyId} order by id`);
  company.clock.set(new Date(company.clock.now().getTime() + 60_000).toISOString());
  for (const { id } of tickets) await sendMessage(ctx, id, { body: 'Já vai' }, [], null);
  await deliverOutbox(ctx, connectionId);
  const sent = await inDb(sql<{ id: string }>`
    select sent_as as id from messages where company_id = ${ctx.companyId} and sent_as is not null order by id`);
  const status = (externalId: string, status: 'delivered' | 'read'): Inbound => {
    const at = company.clock.now().toISOString();
    return { key: `s:${externalId}:${status}`, kind: 'status', externalId, clientKey: null, status, reason: null, recipient: null, at };
  };
  company.told.length = 0;
  const statements = await company.statements(() =>
    receiveEvents(
      ctx,
      connectionId,
      sent.map(({ id }) => status(id, 'read')),
    ),
  );
  expect(statements.length, statements.join('\n')).toBe(3);
  const told = company.told.filter(({ rooms }) => rooms.some(({ to }) => to === 'admins'));
  expect(told.map(({ event, payload }) => [event, (payload as { message: { ack: number } }).message.ack])).toEqual(
    sent.map(() => ['appMessage', 3]),
  );
  const revisions = await inDb(sql<{ revision: number }>`select revision from tickets where company_id = ${ctx.companyId} order by id`);
  expect(told.map(({ payload }) => (payload as { ticket: { revision: number } }).ticket.revision)).toEqual(
    revisions.map(({ revision }) => revision),
  );
  company.told.length = 0;
  await receiveEvents(ctx, connectionId, [...sent.map(({ id }) => status(id, 'delivered')), status('unknown', 'read')]);
  expect(company.told).toEqual([]);
  const acks = await inDb(sql<{ ack: number; last: number }>`
    select m.ack, t.last_message_ack as last from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = ${ctx.companyId} and m.sent_as is not null`);
  expect(acks).toEqual(sent.map(() => ({ ack: 3, last: 3 })));
  const later = await inDb(sql<{ key: string }>`select key from inbound_events where company_id = ${ctx.companyId}`);
  expect(later).toEqual([{ key: 's:unknown:read' }]);
});

test('of what was found to be genuine under other credentials nothing is stored, whichever way it goes; other changes do not matter', async () => {
  const { ctx, connectionId } = await known();
  const keys = await inDb(sql<{ key: string }>`select webhook_key as key from connections where id = ${connectionId}`);
  const credentials = async () => (await findConnectionByWebhookKey(company.base, keys[0]?.key ?? ''))?.credentials ?? '';
  const before = await credentials();
  const tickets = await inDb(sql<{ id: number }>`select id from tickets where company_id = ${ctx.companyId} order by id limit 1`);
  for (const { id } of tickets) await sendMessage(ctx, id, { body: 'Já vai' }, [], null);
  await deliverOutbox(ctx, connectionId);
  const sent = await inDb(
    sql<{ id: string }>`select sent_as as id from messages where company_id = ${ctx.companyId} and sent_as is not null`,
  );
  const at = company.clock.now().toISOString();
  const status = (externalId: string): Inbound => {
    const same = { kind: 'status', clientKey: null, status: 'delivered', reason: null, recipient: null, at } as const;
    return { ...same, key: `s:${externalId}`, externalId };
  };
  await inDb(sql`update connections set cloud_waba_id = '7' where id = ${connectionId}`);
  const state = () =>
    inDb(sql`
      select (select json_agg(key order by key) from inbound_keys where company_id = ${ctx.companyId}) as keys,
        (select count(*) from inbound_events where company_id = ${ctx.companyId}) as kept,
        (select json_agg(array[id, ack] order by id) from messages where company_id = ${ctx.companyId}) as messages`);
  const is = await state();
  const { log } = ctx;
  const stored = async (facts: Inbound[], under: string) => {
    const received = receiveEvents({ ...ctx, log: { ...log, error: () => {}, warn: () => {} } as typeof log }, connectionId, facts, under);
    return received.then(
      () => 'taken',
      (error: unknown) => (error instanceof CredentialsChanged ? 'another' : error),
    );
  };
  const ways: Record<string, Inbound[]> = {
    'texts together': [text(0, 'Um'), text(1, 'Dois')],
    'one text': [text(2, 'Três')],
    'somebody new': [text(8, 'Quatro')],
    'a status': sent.map(({ id }) => status(id)),
    'what is too early': [status('unknown')],
  };
  for (const [way, facts] of Object.entries(ways)) expect([way, await stored(facts, before)]).toEqual([way, 'another']);
  expect(await state()).toEqual(is);
  // Together with what is genuine now, only that is taken; and so is all of it once it is.
  const now = await credentials();
  expect(await Promise.all([stored([text(3, 'Cinco')], now), stored([text(4, 'Seis')], before)])).toEqual(['taken', 'another']);
  const bodies = await inDb(sql<{ body: string }>`
    select body from messages where company_id = ${ctx.companyId} and not from_me and body <> 'Oi' order by id`);
  expect(bodies).toEqual([{ body: 'Cinco' }]);
  await inDb(sql`update connections set greeting_message = 'Oi!' where id = ${connectionId}`);
  for (const facts of Object.values(ways)) expect(await stored(facts, now)).toBe('taken');
});

test('behind what is refused in a chat, what is genuine now is taken all the same', async () => {
  const { ctx, connectionId } = await known();
  const keys = await inDb(sql<{ key: string }>`select webhook_key as key from connections where id = ${connectionId}`);
  const { credentials = '' } = (await findConnectionByWebhookKey(company.base, keys[0]?.key ?? '')) ?? {};
  const line: [string, string | undefined][] = [
    ['um', 'others'],
    ['dois', credentials],
    ['três', 'others'],
    ['quatro', undefined],
    ['cinco', credentials],
  ];
  const ended = await Promise.allSettled(line.map(([body, under]) => receiveEvents(ctx, connectionId, [text(0, body)], under)));
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  const bodies = await inDb(sql<{ body: string }>`
    select body from messages where company_id = ${ctx.companyId} and not from_me and body <> 'Oi' order by id`);
  expect(bodies.map(({ body }) => body)).toEqual(['dois', 'quatro', 'cinco']);
});
