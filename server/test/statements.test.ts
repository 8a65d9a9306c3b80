// What a message costs the database: the budget of statements of the hot paths. More is a decision, not an accident.
import { weekdays } from '@balcao/contract/schedule-rules';
import type { Move } from '@balcao/contract/ticket-move-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createConnection } from '../src/features/company/connections/actions.ts';
import { findConnectionByWebhookKey } from '../src/features/company/connections/reads.ts';
import { createQueue } from '../src/features/company/queues/actions.ts';
import { changeSetting } from '../src/features/company/settings/actions.ts';
import { keptSettingsOf } from '../src/features/company/settings/reads.ts';
import { receiveEvents } from '../src/features/desk/messages/actions/in/receive.ts';
import { deliverOutbox } from '../src/features/desk/messages/actions/out/deliver.ts';
import { sendMessage } from '../src/features/desk/messages/actions/out/send.ts';
import { readThread } from '../src/features/desk/messages/actions/thread/read-thread.ts';
import { moveTicket } from '../src/features/desk/tickets/actions/move-ticket.ts';
import { countTabs, listTicketMarks, listTicketPage } from '../src/features/desk/tickets/reads.ts';
import type { Inbound } from '../src/gateways/whatsapp/port.ts';
import { asSystem } from '../src/platform/context.ts';
import { platformTransaction, reading } from '../src/platform/db/transaction.ts';
import { features } from '../src/product.ts';
import { createTestCompany, type TestCompany } from './company.ts';

let company: TestCompany;
beforeAll(async () => {
  const simulator = { send: async () => ({ externalId: `sim.${++written}`, recipient: null }), idempotentSends: true };
  company = await createTestCompany({
    features,
    plan: { connections: 20 },
    gateways: (made) => ({
      ...made,
      channel: (kind) =>
        kind === 'simulator' ? { ...made.channel(kind), ...simulator, send: () => called(simulator.send) } : made.channel(kind),
    }),
  });
  await platformTransaction(company.base, ({ db }) => db.updateTable('plans').set({ queues: 10 }).execute());
});
afterAll(() => company.close());

let written = 0;
const providerCalled = `select 'the provider is called'`;
/** Marks in the list of statements when the provider was called. */
async function called<T>(send: () => Promise<T>): Promise<T> {
  await company.base.db.executeQuery(CompiledQuery.raw(providerCalled));
  return send();
}

function words(number: string, body: string): Extract<Inbound, { kind: 'message' }> {
  const externalId = `wamid.${++written}`;
  return {
    key: `m:${externalId}`,
    kind: 'message',
    externalId,
    chat: [{ kind: 'wa_pn', value: number }],
    participant: null,
    name: 'Lia Ramos',
    fromMe: false,
    content: { type: 'text', body },
    quotedExternalId: null,
    forwarded: false,
    sentAt: company.clock.now().toISOString(),
    history: false,
  };
}

const receive = (connectionId: number, number: string, body: string, by?: string) =>
  receiveEvents(asSystem(company.admin, company.admin.companyId), connectionId, [words(number, body)], by);

/** The credentials by which what comes to a connection is genuine, which each transaction compares. */
async function credentialsOf(connectionId: number): Promise<string> {
  const { rows } = await platformTransaction(company.base, ({ db }) =>
    sql<{ key: string }>`select webhook_key as key from connections where id = ${connectionId}`.execute(db),
  );
  return (await findConnectionByWebhookKey(company.base, rows[0]?.key ?? ''))?.credentials ?? '';
}

const hours = {
  schedules: weekdays.map((day) => ({ weekday: day, weekdayEn: day, startTime: '00:00', endTime: '23:59' })),
  outOfHoursMessage: 'Voltamos às 8h.',
};
type WithHours = Partial<typeof hours>;
const queue = async (name: string, color: string, fields: WithHours = {}) =>
  (await createQueue(company.admin, { name, color, ...fields })).id;
const line = async (name: string, fields: { greetingMessage?: string; queueIds?: number[] } & WithHours = {}) =>
  (await createConnection(company.admin, { name, channel: 'simulator', ...fields })).id;

async function jobsWaiting(): Promise<string[]> {
  const { rows } = await platformTransaction(company.base, ({ db }) =>
    sql<{ task: string }>`select t.identifier as task from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id order by 1`.execute(db),
  );
  return rows.map(({ task }) => task);
}

beforeEach(async () => {
  company.told.length = 0;
  await changeSetting(company.admin, 'scheduleType', 'disabled');
});

describe('a text in a known conversation that no bot answers: at most 7 statements, 8 where it quotes, no job', () => {
  const number = '5548990000001';
  test.each([
    ['where nothing is set up', async () => line('Calada'), null],
    ['that waits in its queue', async () => line('Uma fila', { queueIds: [await queue('Cobrança', '#333333')] }), null],
    ['that an agent has', async () => line('Com agente'), { status: 'open', userId: 1 } as const],
    [
      'that waits in its queue while the company is open by its hours',
      async () => {
        await changeSetting(company.admin, 'scheduleType', 'company');
        return line('Uma fila, com horário', { queueIds: [await queue('Balcão', '#555555')], ...hours });
      },
      null,
    ],
    [
      'that waits while its queue is open by its hours',
      async () => {
        await changeSetting(company.admin, 'scheduleType', 'queue');
        return line('Fila com horário', { queueIds: [await queue('Oficina', '#666666', hours)] });
      },
      null,
    ],
  ])('%s', async (_, begin, placed) => {
    const id = await begin();
    const first = words(number, 'Olá');
    await receiveEvents(asSystem(company.admin, company.admin.companyId), id, [first]);
    const [ticket] = told('ticket');
    if (placed) await placeTicket(ticket?.ticket.id ?? 0, placed);
    const before = await jobsWaiting();
    const by = await credentialsOf(id);
    const statements = await company.statements(() => receive(id, number, 'Alguém?', by));
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(7);
    expect(readTwice(statements)).toEqual([]);
    // What is set up is known.
    expect(statements.filter((text) => /\b(settings|companies|plans|connection_queues|queue_options)\b/.test(text))).toEqual([]);
    const quoting = { ...words(number, 'Sobre isto'), quotedExternalId: first.externalId };
    const more = await company.statements(() => receiveEvents(asSystem(company.admin, company.admin.companyId), id, [quoting], by));
    expect(more.length, more.join('\n')).toBeLessThanOrEqual(8);
    expect(await jobsWaiting()).toEqual(before);
  });
});

test('a text in a group, while groups are ignored: 3 statements', async () => {
  const id = await line('Sem grupos');
  await reading(company.admin, keptSettingsOf);
  const inGroup: Inbound = { ...words('', 'Alguém?'), chat: [{ kind: 'group', value: '120363000000000001@g.us' }] };
  const statements = await company.statements(() => receiveEvents(asSystem(company.admin, company.admin.companyId), id, [inGroup]));
  expect(statements, statements.join('\n')).toHaveLength(3);
});

test('the first text of somebody new where the bot has a menu: at most 14 statements, and no job but the sending; the queue they choose: 11', async () => {
  const queueIds = [await queue('Vendas', '#111111'), await queue('Suporte', '#222222')];
  const id = await line('Menu', { greetingMessage: 'Olá!', queueIds });
  // The configuration is known.
  await receive(id, '5548990000009', 'Olá');
  const before = await jobsWaiting();
  const statements = await company.statements(() => receive(id, '5548990000002', 'Olá'));
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(14);
  expect(readTwice(statements)).toEqual([]);
  expect(statements.filter((text) => text === 'commit')).toHaveLength(1);
  expect(await jobsWaiting()).toEqual(before);
  const chosen = await company.statements(() => receive(id, '5548990000002', '1'));
  expect(chosen.length, chosen.join('\n')).toBeLessThanOrEqual(11);
  expect(readTwice(chosen)).toEqual([]);
});

test('the first text of somebody new on a number with one queue: at most 14 statements; it is there from the first instant, and its agents hear it', async () => {
  const queueId = await queue('Portaria', '#444444');
  const id = await line('Portaria', { queueIds: [queueId] });
  await receive(id, '5548990000010', 'Olá');
  const before = await jobsWaiting();
  company.told.length = 0;
  const statements = await company.statements(() => receive(id, '5548990000003', 'Bom dia'));
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(14);
  expect(readTwice(statements)).toEqual([]);
  expect(statements.filter((text) => text === 'commit')).toHaveLength(1);
  expect(await jobsWaiting()).toEqual(before);
  const rooms = [{ to: 'admins' }, { to: 'queue', queueId }];
  expect(told('ticket')).toMatchObject([{ action: 'update', ticket: { status: 'pending', queueId }, rooms }]);
  const news = { action: 'create', message: { body: 'Bom dia' }, ticket: { queueId } };
  expect(told('appMessage')).toMatchObject(rooms.map((room) => ({ ...news, rooms: [room] })));
});

test('an agent sends a text: at most 12 statements until the provider is called, 3 from then until it is settled, and none to look for more; a tick 3', async () => {
  const id = await line('Saída');
  await receive(id, '5548990000004', 'Tem azul?');
  const [ticket] = told('ticket');
  const ticketId = ticket?.ticket.id ?? 0;
  await placeTicket(ticketId, { status: 'open', userId: 2 });
  const send = async (body: string) => {
    await sendMessage(company.admin, ticketId, { body }, [], `key-${body}`);
    await deliverOutbox(company.admin, id);
  };
  await send('Um momento');
  const statements = await company.statements(() => send('Temos sim'));
  const at = statements.indexOf(providerCalled);
  expect(at, statements.join('\n')).toBeGreaterThan(0);
  expect(at, statements.join('\n')).toBeLessThanOrEqual(12);
  expect(statements.length - 1 - at, statements.slice(at).join('\n')).toBeLessThanOrEqual(3);
  expect(readTwice(statements)).toEqual([]);
  const { rows: theirs } = await platformTransaction(company.base, ({ db }) =>
    sql<{ id: string }>`select id::text from messages where ticket_id = ${ticketId} and not from_me`.execute(db),
  );
  const quoting = { body: 'Este?', quotedMsg: theirs[0]?.id };
  const quoted = await company.statements(() => sendMessage(company.admin, ticketId, quoting, [], 'key-quoting'));
  expect(quoted.length, quoted.join('\n')).toBeLessThanOrEqual(8);
  expect(readTwice(quoted)).toEqual([]);
  const { rows } = await platformTransaction(company.base, ({ db }) =>
    sql<{ sent_as: string }>`select sent_as from messages where ticket_id = ${ticketId} and sent_as is not null order by id desc`.execute(
      db,
    ),
  );
  const externalId = rows[0]?.sent_as ?? '';
  const status = (status: 'delivered' | 'read'): Inbound => ({
    key: `s:${externalId}:${status}`,
    kind: 'status',
    externalId,
    clientKey: null,
    status,
    reason: null,
    recipient: null,
    at: company.clock.now().toISOString(),
  });
  const by = await credentialsOf(id);
  const tick = (event: Inbound) =>
    company.statements(() => receiveEvents(asSystem(company.admin, company.admin.companyId), id, [event], by));
  await tick(status('delivered'));
  const asked = await tick(status('read'));
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(3);
});

test('what an open conversation missed, however long it is: at most 2 statements more than its newest page', async () => {
  const id = await line('Com história');
  for (const body of ['um', 'dois', 'três']) await receive(id, '5548990000077', body);
  const [ticket] = told('ticket');
  const read = (held: { from?: string; since?: string }) =>
    readThread(company.admin, ticket?.ticket.id ?? 0, { pageNumber: 1, peek: true, ...held });
  const [first] = (await read({})).messages;
  const page = await company.statements(() => read({}));
  const held = { from: first?.id ?? '', since: company.clock.now().toISOString() };
  expect((await read(held)).changes?.messages).toHaveLength(3);
  const asked = await company.statements(() => read(held));
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(page.length + 2);
});

describe('what an agent does with a conversation that waits', () => {
  const page = { pageNumber: 1, searchParam: '', showAll: false, withUnreadMessages: false };
  let agent: { userId: number; ticketId: number };
  let queueId: number;
  let connectionId: number;
  beforeAll(async () => {
    const { actor, companyId } = company.admin;
    const userId = actor.kind === 'user' ? actor.id : 0;
    await platformTransaction(company.base, ({ db }) =>
      sql`insert into users (company_id, id, name, email, password_hash) values (${companyId}, ${userId}, 'Rute', 'rute@loja.example', '')`.execute(
        db,
      ),
    );
    queueId = await queue('Entregas', '#777777');
    company.told.length = 0;
    connectionId = await line('Recepção');
    await receive(connectionId, '5548990000055', 'Bom dia');
    agent = { userId, ticketId: told('ticket')[0]?.ticket.id ?? 0 };
  });

  // The configuration is known.
  beforeEach(async () => {
    await reading(company.admin, keptSettingsOf);
    await receive(connectionId, '5548990000056', 'Olá');
  });

  const list = () => listTicketPage(company.admin, { ...page, status: 'pending' });
  const counts = () => countTabs(company.admin, { showAll: true });
  const open = (peek: boolean) => readThread(company.admin, agent.ticketId, { pageNumber: 1, peek });
  const move = (moved: Move) => moveTicket(company.admin, agent.ticketId, moved);
  const inbox = async () => {
    await list();
    await counts();
    await listTicketMarks(company.admin);
  };
  test.each<[string, number, () => Promise<unknown>]>([
    ['a page of the list', 3, list],
    ['the counts of the tabs', 6, counts],
    ['the inbox as it is opened: list, counts and marks', 12, inbox],
    ['a look into the conversation', 4, () => open(true)],
    ['accepting it', 9, () => move({ status: 'open', userId: agent.userId })],
    ['opening it with something unread', 10, () => open(false)],
    ['opening it again', 4, () => open(false)],
    ['transferring it', 9, () => move({ queueId, userId: null })],
    ['closing it', 8, () => move({ status: 'closed' })],
  ])('%s: at most %i statements', async (_, most, work) => {
    const statements = await company.statements(work);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
    expect(readTwice(statements)).toEqual([]);
  });
});

/** What a transaction asked more than once, of one conversation: nobody has changed it in between. */
function readTwice(statements: readonly string[]): string[] {
  const transactions = statements
    .join('\0')
    .split('\0commit')
    .map((all) => all.split('\0'));
  return transactions.flatMap((asked) => asked.filter((text, at) => /^\s*select /i.test(text) && asked.indexOf(text) !== at));
}

/** The payloads of an event that browsers were told, with the rooms. */
function told<K extends 'ticket' | 'appMessage'>(event: K) {
  return company.told.flatMap((each) => (each.event === event ? [{ ...(each.payload as { ticket: TicketView }), rooms: each.rooms }] : []));
}

/** Puts a ticket with an agent, whose row this test does without. */
function placeTicket(id: number, { status, userId }: { status: string; userId: number }) {
  return platformTransaction(company.base, ({ db }) =>
    sql`with agent as (
      insert into users (company_id, id, name, email, password_hash) select company_id, ${userId}, 'Ana', concat('ana', ${userId}::int, '@loja.example'), '' from tickets where id = ${id}
      returning 1) update tickets set status = ${status}, user_id = ${userId} where id = ${id}`.execute(db),
  );
}
