import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { work } from '../../../../test/work.ts';
import { asSystem } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection, setConnectionStatus } from '../../company/connections/actions.ts';
import { createQueue, updateQueue } from '../../company/queues/actions.ts';
import { addUser, markOffline, markOnline, setAway, updateUser } from '../../company/users/actions.ts';
import { ticketToWriteIn } from '../../desk/tickets/actions/for-features/ticket-to-write-in.ts';
import { moveTicket } from '../../desk/tickets/actions/move-ticket.ts';
import { snoozeTicket, wakeTicket } from '../../desk/tickets/actions/snooze.ts';
import { undoMove } from '../../desk/tickets/actions/undo-move.ts';
import { listTicketMoves } from '../../desk/tickets/reads.ts';
import { assignInQueue } from './actions/assign.ts';

let company: TestCompany;
let ctx: TestCompany['admin'];
let queueId: number;
let connectionId: number;
let count = 0;

beforeAll(async () => {
  company = await createTestCompany({ features, plan: { connections: 100 } });
});
afterAll(() => company.close());
beforeEach(async () => {
  ctx = await company.another();
  await platformTransaction(company.base, ({ db }) => db.updateTable('plans').set({ queues: 100, users: 100 }).execute());
  company.told.length = 0;
  queueId = (await createQueue(ctx, { name: 'Vendas', color: '#111111', assignment: 'roundRobin', assignmentCapacity: 2 })).id;
  connectionId = (await createConnection(ctx, { name: 'Loja', channel: 'simulator' })).id;
  await transaction(ctx, (ctx) => setConnectionStatus(ctx, connectionId, { status: 'CONNECTED', statusReason: null }));
});

/** Somebody who serves the queue and is online. */
async function agent(name: string, more: { queueIds?: number[]; online?: boolean } = {}): Promise<number> {
  const { queueIds = [queueId], online = true } = more;
  const email = `${name.toLowerCase()}.${++count}@loja.example`;
  const id = await transaction(ctx, (ctx) => addUser(ctx, { name, email, passwordHash: '', profile: 'user', queueIds, super: false }));
  if (online) await markOnline(ctx, id);
  return id;
}

const as = (id: number): TestCompany['admin'] => ({
  ...ctx,
  actor: { ...ctx.actor, kind: 'user', id, profile: 'user', queueIds: [queueId] } as TestCompany['admin']['actor'],
});

/** A customer who waits in the queue. */
async function waits(inQueue: number | null = queueId): Promise<number> {
  return transaction(asSystem(ctx, ctx.companyId), async (ctx) => {
    const { id: contactId } = await ctx.db
      .insertInto('contacts')
      .values({ company_id: ctx.companyId, name: `Cliente ${++count}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    return ticketToWriteIn(ctx, { contactId, connectionId, queueId: inQueue });
  });
}

/** Who has which ticket: the ids of the people, by the order of the tickets. */
async function agentsOf(...ticketIds: number[]): Promise<(number | null)[]> {
  const rows = await platformTransaction(company.base, async ({ db }) => {
    const { rows } = await sql<{ id: number; user_id: number | null }>`
      select id, user_id from tickets where company_id = ${ctx.companyId} and id = any(${ticketIds}::bigint[])`.execute(db);
    return rows;
  });
  return ticketIds.map((id) => rows.find((row) => row.id === id)?.user_id ?? null);
}

const system = () => asSystem(ctx, ctx.companyId);
const assigned = () => work(company, 'assignment.');
const told = (event: string) => company.told.filter((each) => each.event === event).map(({ payload, rooms }) => ({ payload, rooms }));

test('what waits in a queue goes to its people in turn, up to what they have room for, and the conversation tells of it', async () => {
  const [ana, bia] = [await agent('Ana'), await agent('Bia')];
  const tickets = [];
  for (let i = 0; i < 5; i++) tickets.push(await waits());
  await assigned();
  expect(await agentsOf(...tickets)).toEqual([ana, bia, ana, bia, null]);
  const [move] = await listTicketMoves(ctx, tickets[0] ?? 0);
  expect(move).toMatchObject({ kind: 'assigned', by: null, user: { id: ana, name: 'Ana' }, queue: { id: queueId } });
  expect(told('ticketHanded')[0]).toMatchObject({
    payload: { by: null, ticket: { id: tickets[0] } },
    rooms: [{ to: 'user', userId: ana }],
  });
  company.clock.set(new Date(company.clock.now().getTime() + 1_000).toISOString());
  for (const id of tickets.slice(0, 3)) await moveTicket(system(), id, { status: 'closed' });
  await assigned();
  // Both have room, and Bia was given one longest ago.
  const next = await waits();
  await assigned();
  expect(await agentsOf(tickets[4] ?? 0, next)).toEqual([ana, bia]);
});

test('whoever is least busy gets it, where the queue wants that', async () => {
  await updateQueue(ctx, queueId, { assignment: 'leastBusy' });
  const ana = await agent('Ana');
  const first = await waits();
  await assigned();
  const bia = await agent('Bia');
  const [second, third] = [await waits(), await waits()];
  await assigned();
  expect(await agentsOf(first, second, third)).toEqual([ana, bia, ana]);
});

test('nobody gets one who is offline, away or not of the queue; when they come, what waits is given out', async () => {
  const ana = await agent('Ana', { online: false });
  const bia = await agent('Bia');
  await setAway(as(bia), true);
  await agent('Caio', { queueIds: [] });
  const [first, second] = [await waits(), await waits()];
  await assigned();
  expect(await agentsOf(first, second)).toEqual([null, null]);
  await markOnline(ctx, ana);
  await updateQueue(ctx, queueId, { assignmentCapacity: 1 });
  await assigned();
  expect(await agentsOf(first, second)).toEqual([ana, null]);
  expect((await setAway(as(bia), false)).away).toBe(false);
  await assigned();
  expect(await agentsOf(second)).toEqual([bia]);
});

test('when somebody closes a ticket, or joins the queue, the next one is given out', async () => {
  await updateQueue(ctx, queueId, { assignmentCapacity: 1 });
  const ana = await agent('Ana');
  const bia = await agent('Bia', { queueIds: [] });
  const [first, second, third] = [await waits(), await waits(), await waits()];
  await assigned();
  expect(await agentsOf(first, second, third)).toEqual([ana, null, null]);
  await moveTicket(as(ana), first, { status: 'closed' });
  await assigned();
  expect(await agentsOf(second, third)).toEqual([ana, null]);
  await updateUser(ctx, bia, { queueIds: [queueId] });
  await assigned();
  expect(await agentsOf(third)).toEqual([bia]);
});

test('after the last day of the subscription nobody is given anything until it is paid', async () => {
  const ana = await agent('Ana');
  const first = await waits();
  const lastDay = (day: string) =>
    platformTransaction(company.base, ({ db }) =>
      db.updateTable('companies').set({ due_date: day }).where('id', '=', ctx.companyId).execute(),
    );
  await lastDay('2020-01-01');
  await assigned();
  expect(await agentsOf(first)).toEqual([null]);
  await lastDay('2100-01-01');
  const second = await waits();
  await assigned();
  expect(await agentsOf(first, second)).toEqual([ana, ana]);
});

test('a person may have room for more or fewer than the queue says', async () => {
  const [ana, bia] = [await agent('Ana'), await agent('Bia')];
  await updateUser(ctx, ana, { assignmentCapacity: 1 });
  await updateUser(ctx, bia, { assignmentCapacity: 3 });
  const tickets = [];
  for (let i = 0; i < 5; i++) tickets.push(await waits());
  await assigned();
  expect(await agentsOf(...tickets)).toEqual([ana, bia, bia, bia, null]);
  await updateUser(ctx, ana, { assignmentCapacity: null });
  await assigned();
  expect(await agentsOf(...tickets.slice(4))).toEqual([ana]);
  // Room beyond what the queue says is room also where nobody else has any.
  await updateUser(ctx, bia, { assignmentCapacity: 4 });
  const next = await waits();
  await assigned();
  expect(await agentsOf(next)).toEqual([bia]);
});

test('what somebody put back goes to who has room beyond what the queue says', async () => {
  const [ana, bia] = [await agent('Ana'), await agent('Bia')];
  await updateUser(ctx, bia, { assignmentCapacity: 3 });
  const tickets = [];
  for (let i = 0; i < 4; i++) tickets.push(await waits());
  await assigned();
  expect(await agentsOf(...tickets)).toEqual([ana, bia, ana, bia]);
  await moveTicket(as(ana), tickets[0] ?? 0, { status: 'pending' });
  company.clock.set(new Date(company.clock.now().getTime() + 60_000).toISOString());
  await work(company, 'assignment.', { early: true });
  expect(await agentsOf(tickets[0] ?? 0)).toEqual([bia]);
});

test('a group that somebody has open takes no room', async () => {
  await updateQueue(ctx, queueId, { assignmentCapacity: 1 });
  const ana = await agent('Ana');
  const group = await waits();
  await assigned();
  await platformTransaction(company.base, ({ db }) => db.updateTable('tickets').set({ is_group: true }).where('id', '=', group).execute());
  const ticket = await waits();
  await assigned();
  expect(await agentsOf(group, ticket)).toEqual([ana, ana]);
});

test('several workers at once give nobody more than they have room for', async () => {
  const [ana, bia] = [await agent('Ana'), await agent('Bia')];
  const tickets = [];
  for (let i = 0; i < 8; i++) tickets.push(await waits());
  const system = asSystem(ctx, ctx.companyId);
  await Promise.all(Array.from({ length: 6 }, () => assignInQueue(system, queueId)));
  const given = await agentsOf(...tickets);
  expect([ana, bia].map((id) => given.filter((each) => each === id).length)).toEqual([2, 2]);
});

test('who has put a ticket back does not get it again, and what a person moves is given out once it cannot be taken back', async () => {
  const ana = await agent('Ana');
  const ticket = await waits();
  await assigned();
  await moveTicket(as(ana), ticket, { status: 'pending' });
  await work(company, 'assignment.', { early: true });
  expect(await agentsOf(ticket)).toEqual([null]);
  await undoMove(as(ana), ticket);
  expect(await agentsOf(ticket)).toEqual([ana]);
  await moveTicket(as(ana), ticket, { status: 'pending' });
  const bia = await agent('Bia');
  await assigned();
  expect(await agentsOf(ticket)).toEqual([null]);
  company.clock.set(new Date(company.clock.now().getTime() + 60_000).toISOString());
  await work(company, 'assignment.', { early: true });
  expect(await agentsOf(ticket)).toEqual([bia]);
});

test('where no queue assigns, nothing is even looked for; who is away stays so when they come back', async () => {
  await updateQueue(ctx, queueId, { assignment: 'off' });
  await assigned();
  const ana = await agent('Ana');
  const ticket = await waits();
  expect(await assigned()).toBe(0);
  expect(await agentsOf(ticket)).toEqual([null]);
  await setAway(as(ana), true);
  await markOffline(ctx, ana);
  await markOnline(ctx, ana);
  await updateQueue(ctx, queueId, { assignment: 'roundRobin' });
  await assigned();
  expect(await agentsOf(ticket)).toEqual([null]);
});

test('what nobody can be given keeps back nothing that waits behind it', async () => {
  await updateQueue(ctx, queueId, { assignmentCapacity: 1000 });
  const ana = await agent('Ana');
  const returned = [];
  for (let i = 0; i < 20; i++) returned.push(await waits());
  await assigned();
  for (const id of returned) await moveTicket(as(ana), id, { status: 'pending' });
  company.clock.set(new Date(company.clock.now().getTime() + 60_000).toISOString());
  const behind = await waits();
  await work(company, 'assignment.', { early: true });
  expect(await agentsOf(behind, returned[0] ?? 0)).toEqual([ana, null]);
});

test('what is set aside is given to nobody until it is taken back', async () => {
  const ana = await agent('Ana', { online: false });
  const ticket = await waits();
  await snoozeTicket(ctx, ticket, null);
  await markOnline(ctx, ana);
  await assigned();
  expect(await agentsOf(ticket)).toEqual([null]);
  await wakeTicket(ctx, ticket);
  await assigned();
  expect(await agentsOf(ticket)).toEqual([ana]);
});
