// The life of tickets on a real database: races, transfers, reopening, and what the attendances record of it.
import { marksMax, pinsMax } from '@balcao/contract/ticket-list-rules';
import type { Profile } from '@balcao/contract/user-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { asSystem, type Ctx, mintCompanyId, type Outside } from '../../../platform/context.ts';
import { platformTransaction, reading, transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { pickMove, sayMoved } from '../../automation/chatbot/actions/say-moved.ts';
import { createConnection } from '../../company/connections/actions.ts';
import { createQueue, deleteQueue } from '../../company/queues/actions.ts';
import { changeSetting } from '../../company/settings/actions.ts';
import { addUser, deleteUser, updateUser } from '../../company/users/actions.ts';
import { findUser } from '../../company/users/reads.ts';
import { recogniseContact } from '../contacts/actions/recognise.ts';
import { receiveEvents } from '../messages/actions/in/receive.ts';
import { sendMessage } from '../messages/actions/out/send.ts';
import { readThread } from '../messages/actions/thread/read-thread.ts';
import { sayGoodbye } from '../ratings/actions.ts';
import { deleteTicket } from './actions/delete-ticket.ts';
import { markTicket } from './actions/mark-ticket.ts';
import { moveTicket } from './actions/move-ticket.ts';
import { openTicket } from './actions/open-ticket.ts';
import { markUrgent, snoozeTicket, wakeJob, wakeTicket } from './actions/snooze.ts';
import { undoMove } from './actions/undo-move.ts';
import {
  attendanceOf,
  countOfFilters,
  countTabs,
  listTicketMarks,
  listTicketMoves,
  listTicketPage,
  showPromises,
  showTicket,
} from './reads.ts';

let company: TestCompany;
let admin: Outside;
let sales: number;
let support: number;
let connectionId: number;
let people = 0;

beforeAll(async () => {
  company = await createTestCompany({ features, plan: { connections: 1 } });
  await platformTransaction(company.base, ({ db }) => db.updateTable('plans').set({ users: 100, queues: 10 }).execute());
  admin = await person({ profile: 'admin', name: 'Chefe' });
  sales = (await createQueue(admin, { name: 'Vendas', color: '#1164a9' })).id;
  support = (await createQueue(admin, { name: 'Suporte', color: '#ac2b30' })).id;
  connectionId = (await createConnection(admin, { name: 'Telefone', channel: 'simulator' })).id;
});
afterAll(() => company.close());
beforeEach(() => {
  at('2026-03-10T15:00:00Z');
  company.told.length = 0;
});

const at = (instant: string) => company.clock.set(instant);

/** Somebody of the company, acting. */
async function person(who: { name?: string; profile?: Profile; queueIds?: number[]; allTicket?: boolean } = {}): Promise<Outside> {
  const { name = 'Ana Prado', profile = 'user', queueIds = [], allTicket = false } = who;
  const email = `pessoa${++people}@loja.example`;
  const id = await transaction(company.admin, (ctx) =>
    addUser(ctx, { name, email, passwordHash: '', super: false, profile, queueIds, allTicket: allTicket ? 'enabled' : 'disabled' }),
  );
  return {
    ...company.admin,
    actor: { kind: 'user', id, name, profile, super: false, queueIds, allTicket, exportContacts: false, sessionId: 'test' },
  };
}

const idOf = ({ actor }: Outside) => (actor.kind === 'user' ? actor.id : 0);

let customers = 0;

/** A customer who writes; each call without a number is another one. */
async function write(
  body = 'Olá',
  number = `55119${80_000_000 + ++customers}`,
  ctx: Ctx = company.admin,
): Promise<{ number: string; ticketId: number; contactId: number }> {
  const externalId = `m${++customers}`;
  const chat = [{ kind: 'wa_pn' as const, value: number }];
  const content = { type: 'text' as const, body };
  await receiveEvents(asSystem(ctx, ctx.companyId), connectionId, [
    {
      key: `m:${externalId}`,
      kind: 'message',
      externalId,
      chat,
      participant: null,
      name: 'Cliente',
      fromMe: false,
      sentAt: company.clock.now().toISOString(),
      content,
      quotedExternalId: null,
      forwarded: false,
      history: false,
    },
  ]);
  const { rows } = await reading(ctx, ({ db }) =>
    sql<{ id: number; contact_id: number }>`
      select t.id, t.contact_id from tickets t join contacts c on c.id = t.contact_id where c.number = ${number} order by t.id desc limit 1`.execute(
      db,
    ),
  );
  const [ticket] = rows;
  if (!ticket) throw new Error('no ticket');
  return { number, ticketId: ticket.id, contactId: ticket.contact_id };
}

type Attendance = {
  queue_id: number | null;
  user_id: number | null;
  queued: string;
  started: string | null;
  answered: string | null;
  finished: string | null;
};

/** The cycles of a ticket, times as HH:MM. */
async function attendancesOf(ticketId: number): Promise<Attendance[]> {
  const time = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'HH24:MI')`);
  const { rows } = await reading(company.admin, ({ db }) =>
    sql<Attendance>`select queue_id, user_id, ${time('queued_at')} as queued, ${time('started_at')} as started,
      ${time('first_response_at')} as answered, ${time('finished_at')} as finished
      from attendances where ticket_id = ${ticketId} order by id`.execute(db),
  );
  return rows;
}

/** Runs the waiting reactions of tickets, and those they add, as the worker would. */
async function react(): Promise<void> {
  const { rows } = await sql<{ name: string; payload: { companyId: number; payload: unknown } }>`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier like 'tickets.%' returning t.identifier as name, j.payload`.execute(company.base.db);
  for (const { name, payload } of rows) {
    const job = company.base.hub.jobs.find((each) => each.name === name);
    if (job?.kind === 'company') await job.run(asSystem(company.base, mintCompanyId(payload.companyId)), payload.payload);
  }
  if (rows.length > 0) await react();
}

const code = (error: string, details = {}) => expect.objectContaining({ code: error, ...details });

describe('accepting', () => {
  test('of twenty at once one gets the ticket and the others are told who', async () => {
    const agents = await Promise.all(Array.from({ length: 20 }, () => person({ allTicket: true })));
    const { ticketId } = await write();
    const tries = await Promise.allSettled(agents.map((agent) => moveTicket(agent, ticketId, { status: 'open', userId: idOf(agent) })));
    const winner = tries.findIndex(({ status }) => status === 'fulfilled');
    const winnerId = idOf(agents[winner] ?? admin);
    expect(tries.filter(({ status }) => status === 'rejected')).toHaveLength(19);
    for (const each of tries) {
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ code: 'ERR_TICKET_TAKEN', details: { status: 'open', userId: winnerId } });
    }
    expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'open', userId: winnerId, unreadMessages: 0 });
    expect(await attendancesOf(ticketId)).toMatchObject([{ user_id: winnerId, started: '15:00', finished: null }]);
  });

  test('is refused when the ticket is not what the caller saw', async () => {
    const [first, second] = [await person({ allTicket: true }), await person({ allTicket: true })];
    const { ticketId } = await write();
    await moveTicket(first, ticketId, { status: 'open' });
    const expected = { status: 'pending', userId: null } as const;
    await expect(moveTicket(second, ticketId, { status: 'closed', expected })).rejects.toEqual(code('ERR_TICKET_TAKEN'));
  });

  test('needs sight of the ticket', async () => {
    const stranger = await person({ queueIds: [sales] });
    const { ticketId } = await write();
    await expect(moveTicket(stranger, ticketId, { status: 'open' })).rejects.toEqual(code('ERR_NO_TICKET_FOUND'));
  });
});

describe('opening', () => {
  test('of ten at once one opens, and the others are shown the ticket there is', async () => {
    const { ticketId, contactId } = await write();
    await moveTicket(admin, ticketId, { status: 'closed' });
    const agents = await Promise.all(Array.from({ length: 10 }, () => person({ name: 'Bia Fontes', queueIds: [sales] })));
    const tries = await Promise.allSettled(agents.map((agent) => openTicket(agent, { contactId, queueId: sales })));
    const opened = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(opened).toHaveLength(1);
    const [ticket] = opened;
    for (const each of tries) {
      if (each.status === 'fulfilled') continue;
      expect(each.reason).toMatchObject({ code: 'ERR_OTHER_OPEN_TICKET', status: 400 });
      expect(JSON.parse(each.reason.errorText)).toMatchObject({
        id: ticket?.id,
        uuid: ticket?.uuid,
        userId: ticket?.userId,
        user: { id: ticket?.userId, name: 'Bia Fontes' },
        queue: { id: sales, name: 'Vendas' },
      });
    }
    const active = await listTicketPage(admin, {
      pageNumber: 1,
      searchParam: '',
      showAll: true,
      withUnreadMessages: false,
      contactId,
      status: 'open',
    });
    expect(active.tickets).toHaveLength(1);
    expect(await attendancesOf(ticket?.id ?? 0)).toMatchObject([
      { queue_id: sales, user_id: ticket?.userId, queued: '15:00', started: '15:00' },
    ]);
  });

  test('needs a queue from everybody but admins, and one of their own', async () => {
    const { ticketId, contactId } = await write();
    await moveTicket(admin, ticketId, { status: 'closed' });
    const ana = await person({ queueIds: [sales] });
    await expect(openTicket(ana, { contactId })).rejects.toEqual(code('ERR_QUEUE_REQUIRED'));
    await expect(openTicket(ana, { contactId, queueId: support })).rejects.toEqual(code('ERR_USER_NOT_IN_QUEUE'));
    await expect(openTicket(admin, { contactId, queueId: 999_999 })).rejects.toEqual(code('ERR_NO_QUEUE_FOUND'));
    await expect(openTicket(admin, { contactId, userId: 999_999 })).rejects.toEqual(code('ERR_NO_USER_FOUND'));
    await expect(openTicket(admin, { contactId: 999_999 })).rejects.toEqual(code('ERR_NO_CONTACT_FOUND'));
    await expect(openTicket(admin, { contactId, whatsappId: 999_999 })).rejects.toEqual(code('ERR_NO_WAPP_FOUND'));
    expect(await openTicket(admin, { contactId })).toMatchObject({ status: 'open', userId: idOf(admin), queueId: null });
  });

  test('gives the ticket a number that begins with the day of the company, whoever opens it', async () => {
    at('2026-03-11T01:30:00Z');
    const { ticketId, contactId } = await write();
    const first = await showTicket(admin, ticketId);
    expect(first.protocol).toBe(`20260310-${first.number}`);
    await moveTicket(admin, ticketId, { status: 'closed' });
    const { number, protocol, revision } = await openTicket(admin, { contactId });
    expect([number, protocol, revision]).toEqual([first.number + 1, `20260310-${number}`, 1]);
  });

  test('counts the tickets of each company from 1, without a gap or a repetition when many begin at once', async () => {
    const other = await company.another();
    await createConnection(other, { name: 'Telefone', channel: 'simulator' });
    const { id: contactId } = await transaction(other, (ctx) =>
      ctx.db.insertInto('contacts').values({ company_id: ctx.companyId, name: 'Lia' }).returning('id').executeTakeFirstOrThrow(),
    );
    const [mine, first] = await Promise.all([write(), openTicket({ ...other, actor: { kind: 'system' } }, { contactId })]);
    expect(first.number).toBe(1);
    const { number } = await showTicket(admin, mine.ticketId);
    const many = await Promise.all(Array.from({ length: 12 }, () => write()));
    const numbers = await Promise.all(many.map(async ({ ticketId }) => (await showTicket(admin, ticketId)).number));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, at) => number + 1 + at));

    const found = async (searchParam: string) =>
      (await listTicketPage(admin, { pageNumber: 1, searchParam, showAll: true, withUnreadMessages: false })).tickets.map(({ id }) => id);
    expect(await found(`#${number}`)).toEqual([mine.ticketId]);
  });

  test('of a closed ticket again is refused while another one is active', async () => {
    const { ticketId, contactId } = await write();
    await moveTicket(admin, ticketId, { status: 'closed' });
    const other = await openTicket(admin, { contactId });
    await expect(moveTicket(admin, ticketId, { status: 'open' })).rejects.toEqual(code('ERR_OTHER_OPEN_TICKET'));
    expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'closed' });
    await moveTicket(admin, other.id, { status: 'closed' });
    expect(await moveTicket(admin, ticketId, { status: 'open' })).toMatchObject({ status: 'open', userId: idOf(admin) });
  });
});

describe('transferring', () => {
  test('to a queue lets the ticket wait there; to an agent of it, not', async () => {
    const [ana, bia] = [await person({ queueIds: [sales] }), await person({ queueIds: [support] })];
    const { ticketId } = await write();
    await moveTicket(admin, ticketId, { queueId: sales });
    await moveTicket(ana, ticketId, { status: 'open' });
    expect(await moveTicket(ana, ticketId, { queueId: support })).toMatchObject({ status: 'pending', userId: null, queueId: support });
    await expect(showTicket(ana, ticketId)).rejects.toEqual(code('ERR_NO_TICKET_FOUND'));
    await moveTicket(bia, ticketId, { status: 'open' });
    expect(await moveTicket(bia, ticketId, { queueId: sales, userId: idOf(ana) })).toMatchObject({
      status: 'open',
      userId: idOf(ana),
      queueId: sales,
    });
  });

  test('is told to the one who receives the ticket, and in the conversation, with who closed it and reopened it', async () => {
    const [ana, bia] = [await person({ queueIds: [sales] }), await person({ name: 'Bia Fontes', queueIds: [sales, support] })];
    const { ticketId, number } = await write();
    await moveTicket(admin, ticketId, { queueId: sales });
    at('2026-03-10T15:02:30Z');
    await moveTicket(ana, ticketId, { status: 'open' });
    company.told.length = 0;
    at('2026-03-10T15:05:00Z');
    const told = { note: 'Cliente com urgência' };
    const { number: ticketNumber } = await moveTicket(ana, ticketId, { queueId: support, userId: idOf(bia) }, told);
    const handed = () => company.told.flatMap(({ event, payload, rooms }) => (event === 'ticketHanded' ? [{ payload, rooms }] : []));
    expect(handed()).toMatchObject([
      {
        payload: { ticket: { id: ticketId }, by: { id: idOf(ana), name: 'Ana Prado' }, note: 'Cliente com urgência' },
        rooms: [{ to: 'user', userId: idOf(bia) }],
      },
    ]);
    at('2026-03-10T15:10:00Z');
    await moveTicket(bia, ticketId, { status: 'closed' });
    await write('Mais uma coisa', number);
    await moveTicket(bia, ticketId, { status: 'open' });
    expect(handed()).toHaveLength(1);

    const moves = await listTicketMoves(bia, ticketId);
    expect(moves.map(({ kind, by, user, queue, at }) => [kind, by?.name ?? null, user?.name ?? null, queue?.name ?? null, at])).toEqual([
      ['transferred', 'Chefe', null, 'Vendas', '2026-03-10T15:00:00.000Z'],
      ['accepted', 'Ana Prado', null, null, '2026-03-10T15:02:30.000Z'],
      ['transferred', 'Ana Prado', 'Bia Fontes', 'Suporte', '2026-03-10T15:05:00.000Z'],
      ['closed', 'Bia Fontes', null, null, '2026-03-10T15:10:00.000Z'],
      ['reopened', null, null, null, '2026-03-10T15:10:00.000Z'],
      ['accepted', 'Bia Fontes', null, null, '2026-03-10T15:10:00.000Z'],
    ]);
    expect(moves.map(({ waited, note }) => waited ?? note)).toEqual([null, 150, 'Cliente com urgência', null, null, 0]);
    expect(moves.every((move) => move.ticketId === ticketId && move.ticketNumber === ticketNumber)).toBe(true);
    await expect(listTicketMoves(ana, ticketId)).rejects.toEqual(code('ERR_NO_TICKET_FOUND'));
  });

  test('to an agent who could not see the ticket is refused', async () => {
    const bia = await person({ queueIds: [support] });
    const { ticketId } = await write();
    await moveTicket(admin, ticketId, { status: 'open', queueId: sales });
    const refusal = code('ERR_USER_NOT_IN_QUEUE', { details: { userId: idOf(bia), queueId: sales } });
    await expect(moveTicket(admin, ticketId, { userId: idOf(bia) })).rejects.toEqual(refusal);
    await expect(moveTicket(admin, ticketId, { userId: idOf(bia), queueId: sales })).rejects.toEqual(refusal);
    expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'open', userId: idOf(admin), queueId: sales });
    // Without a queue, the agent it is assigned to sees it.
    expect(await moveTicket(admin, ticketId, { userId: idOf(bia), queueId: null })).toMatchObject({ status: 'open', userId: idOf(bia) });
  });

  test('to nobody and nowhere that exists is refused, whatever becomes of the ticket', async () => {
    const { ticketId } = await write();
    const gone = await person();
    await deleteUser(admin, idOf(gone));
    for (const status of ['open', 'closed'] as const) {
      await expect(moveTicket(admin, ticketId, { status, userId: 999_999 })).rejects.toEqual(code('ERR_NO_USER_FOUND'));
      await expect(moveTicket(admin, ticketId, { status, userId: idOf(gone) })).rejects.toEqual(code('ERR_NO_USER_FOUND'));
      await expect(moveTicket(admin, ticketId, { status, queueId: 999_999 })).rejects.toEqual(code('ERR_NO_QUEUE_FOUND'));
      await expect(moveTicket(admin, ticketId, { status, connectionId: 999_999 })).rejects.toEqual(code('ERR_NO_WAPP_FOUND'));
    }
  });
});

describe('taking back', () => {
  async function withAna() {
    const ana = await person({ queueIds: [sales] });
    const { ticketId, number } = await write();
    await moveTicket(admin, ticketId, { queueId: sales });
    at('2026-03-10T15:05:00Z');
    await moveTicket(ana, ticketId, { status: 'open' });
    at('2026-03-10T15:20:00Z');
    return { ana, ticketId, number };
  }

  test.each([
    ['a transfer into a queue one does not see', () => ({ queueId: support })],
    ['a return', () => ({ status: 'pending' as const })],
    ['a closing', () => ({ status: 'closed' as const })],
  ])('%s leaves no trace', async (_, move) => {
    const { ana, ticketId } = await withAna();
    const before = { ticket: await showTicket(ana, ticketId), attendances: await attendancesOf(ticketId) };
    await moveTicket(ana, ticketId, move());
    company.told.length = 0;
    at('2026-03-10T15:20:07Z');
    await undoMove(ana, ticketId);
    const { status, userId, queueId } = before.ticket;
    expect(await showTicket(ana, ticketId)).toMatchObject({ status, userId, queueId });
    expect(await attendancesOf(ticketId)).toEqual(before.attendances);
    const arrival = company.told.findLast(({ event }) => event === 'ticket');
    expect(arrival).toMatchObject({ payload: { action: 'update' }, rooms: [{ to: 'admins' }, { to: 'queue', queueId: sales }] });
  });

  test('the transfer of a closed ticket closes it again, with the attendance that ended', async () => {
    const { ana, ticketId } = await withAna();
    await moveTicket(ana, ticketId, { status: 'closed' });
    const attendances = await attendancesOf(ticketId);
    at('2026-03-10T15:30:00Z');
    expect(await moveTicket(ana, ticketId, { queueId: support })).toMatchObject({ status: 'pending', queueId: support, userId: null });
    await undoMove(ana, ticketId);
    expect(await showTicket(ana, ticketId)).toMatchObject({ status: 'closed', queueId: sales, userId: idOf(ana) });
    expect(await attendancesOf(ticketId)).toEqual(attendances);
  });

  test('is refused too late, after another move, and to others as if there were no ticket', async () => {
    const { ana, ticketId } = await withAna();
    const [bia, stranger] = [await person({ queueIds: [support] }), await person()];
    await moveTicket(ana, ticketId, { queueId: support });
    await expect(undoMove(stranger, ticketId)).rejects.toEqual(code('ERR_NO_TICKET_FOUND'));
    await expect(undoMove(bia, ticketId)).rejects.toEqual(code('ERR_TICKET_TAKEN'));
    await moveTicket(bia, ticketId, { status: 'open' });
    await expect(undoMove(ana, ticketId)).rejects.toEqual(code('ERR_NO_TICKET_FOUND'));
    await moveTicket(bia, ticketId, { status: 'pending' });
    at('2026-03-10T15:20:08Z');
    await expect(undoMove(bia, ticketId)).rejects.toEqual(code('ERR_UNDO_TOO_LATE'));
  });

  test('works also if the request came twice', async () => {
    const { ana, ticketId } = await withAna();
    for (const status of ['closed', 'closed', 'closed'] as const) await moveTicket(ana, ticketId, { status });
    expect(await undoMove(ana, ticketId)).toMatchObject({ status: 'open', userId: idOf(ana) });
    expect(await attendancesOf(ticketId)).toMatchObject([{ finished: null }]);
  });

  test('tells nobody of a ticket that they moved out of their sight some time ago', async () => {
    const { ana, ticketId } = await withAna();
    await moveTicket(ana, ticketId, { queueId: support });
    at('2026-03-11T09:00:00Z');
    await expect(undoMove(ana, ticketId)).rejects.toEqual(code('ERR_NO_TICKET_FOUND'));
  });
});

describe('a conversation that waits', () => {
  test('is read by whoever accepts it, and by admins before', async () => {
    const ana = await person({ queueIds: [sales] });
    const { ticketId, number } = await write('primeira');
    await moveTicket(admin, ticketId, { queueId: sales });
    const read = (who: Outside, id: number) => readThread(who, id, { pageNumber: 1, peek: true });
    const bodies = async (who: Outside, id: number) => (await read(who, id)).messages.map(({ body }) => body);
    await expect(read(ana, ticketId)).rejects.toEqual(code('ERR_NO_PERMISSION'));
    expect(await bodies(admin, ticketId)).toEqual(['primeira']);
    await moveTicket(ana, ticketId, { status: 'open' });
    expect(await bodies(ana, ticketId)).toEqual(['primeira']);
    await moveTicket(ana, ticketId, { status: 'closed' });
    at('2026-03-10T20:00:00Z');
    const again = await write('segunda', number);
    await moveTicket(admin, again.ticketId, { queueId: sales });
    expect(await bodies(ana, ticketId)).toEqual(['primeira']);
    expect(await bodies(admin, ticketId)).toEqual(['primeira', 'segunda']);
  });

  test('counts as unread only for those who are told of it', async () => {
    const queue = (await createQueue(admin, { name: 'Contada', color: '#334455' })).id;
    const [ana, bia] = [await person({ queueIds: [queue] }), await person({ queueIds: [queue], allTicket: true })];
    const counts = (who: Outside) => countTabs(who, { showAll: true, queueIds: [queue] });
    const [waits, closes, mine] = [await write(), await write(), await write()];
    for (const { ticketId } of [waits, closes, mine]) await moveTicket(admin, ticketId, { queueId: queue });
    await moveTicket(ana, closes.ticketId, { status: 'closed' });
    await moveTicket(ana, mine.ticketId, { status: 'open' });
    await write('Alguém?', mine.number);
    expect(await counts(ana)).toEqual({ open: 1, pending: 1, closed: 1, unread: 1 });
    expect(await counts(bia)).toEqual({ open: 1, pending: 1, closed: 1, unread: 1 });
  });
});

describe('a group', () => {
  test('is one whoever opens its conversation, and is told nothing when that is closed', async () => {
    const addresses = [{ kind: 'group' as const, value: '120363000000000009' }];
    const { id: contactId } = await transaction(admin, (ctx) =>
      recogniseContact(ctx, { connectionId, addresses, name: 'Condomínio Ipê', isGroup: true }),
    );
    await changeSetting(admin, 'userRating', 'enabled');
    const { id: ticketId, isGroup } = await openTicket(admin, { contactId });
    expect(isGroup).toBe(true);
    await moveTicket(admin, ticketId, { status: 'closed' });
    const attendance = await reading(admin, (ctx) => attendanceOf(ctx, ticketId));
    await sayGoodbye(asSystem(admin, admin.companyId), { ticketId, attendanceId: attendance?.id ?? null });
    await changeSetting(admin, 'userRating', 'disabled');
    expect(await readThread(admin, ticketId, { pageNumber: 1, peek: true })).toMatchObject({ messages: [] });
  });
});

test('a ticket shows its contact with extra fields and a picture that leads there from anywhere', async () => {
  const { ticketId, contactId } = await write();
  await transaction(admin, ({ db, companyId }) =>
    sql`with field as (insert into contact_fields (company_id, contact_id, name, value) values (${companyId}, ${contactId}, 'CPF', '1'))
      update contacts set picture_key = 'pictures/a.jpg' where id = ${contactId}`.execute(db),
  );
  const { contact } = await showTicket(admin, ticketId);
  expect(contact.extraInfo).toMatchObject([{ name: 'CPF', value: '1' }]);
  expect(contact.profilePicUrl).toMatch(/^http:\/\/localhost\/media\//);
  expect(contact.urlPicture).toBe(contact.profilePicUrl);
});

describe('when the customer writes again', () => {
  const closedAt = '2026-03-10T15:00:00Z';
  async function closed(): Promise<{ number: string; ticketId: number; ana: Outside }> {
    const ana = await person({ queueIds: [sales] });
    const { number, ticketId } = await write();
    await moveTicket(admin, ticketId, { queueId: sales });
    await moveTicket(ana, ticketId, { status: 'open' });
    at(closedAt);
    await moveTicket(ana, ticketId, { status: 'closed' });
    return { number, ticketId, ana };
  }

  test('within the window the ticket waits again in its queue', async () => {
    const { number, ticketId } = await closed();
    company.told.length = 0;
    at('2026-03-10T17:00:00Z');
    expect((await write('voltei', number)).ticketId).toBe(ticketId);
    expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'pending', userId: null, queueId: sales, lastMessage: 'voltei' });
    expect((await attendancesOf(ticketId)).map(({ queued, finished }) => [queued, finished])).toEqual([
      ['15:00', '15:00'],
      ['17:00', null],
    ]);
    const told = company.told.flatMap(({ event, payload }) => (event === 'ticket' ? [payload.action] : []));
    expect(told).toEqual(['delete', 'update']);
  });

  test('after the window a new ticket begins', async () => {
    const { number, ticketId } = await closed();
    at('2026-03-10T17:00:01Z');
    const again = await write('voltei', number);
    expect(again.ticketId).not.toBe(ticketId);
    expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'closed' });
    expect(await showTicket(admin, again.ticketId)).toMatchObject({ status: 'pending', userId: null, queueId: null, unreadMessages: 1 });
  });

  test('the window is the company’s to set, and 0 shuts it', async () => {
    await changeSetting(admin, 'reopenTicketMinutes', '10');
    const first = await closed();
    at('2026-03-10T15:10:00Z');
    expect((await write('voltei', first.number)).ticketId).toBe(first.ticketId);
    const second = await closed();
    at('2026-03-10T15:10:01Z');
    expect((await write('voltei', second.number)).ticketId).not.toBe(second.ticketId);
    await changeSetting(admin, 'reopenTicketMinutes', '0');
    const third = await closed();
    expect((await write('voltei', third.number)).ticketId).not.toBe(third.ticketId);
    await changeSetting(admin, 'reopenTicketMinutes', '120');
  });

  test('twenty messages at once after the window begin one ticket', async () => {
    const { number, ticketId } = await closed();
    at('2026-03-11T15:00:00Z');
    const found = await Promise.all(Array.from({ length: 20 }, (_, i) => write(`${i}`, number)));
    expect(new Set(found.map((each) => each.ticketId)).size).toBe(1);
    expect(found[0]?.ticketId).not.toBe(ticketId);
    expect(await showTicket(admin, found[0]?.ticketId ?? 0)).toMatchObject({ unreadMessages: 20 });
  });
});

describe('the attendance', () => {
  test('records a whole life: waiting, accepted, answered, transferred, resolved, reopened', async () => {
    const [ana, bia] = [await person({ queueIds: [sales] }), await person({ queueIds: [support] })];
    at('2026-03-10T09:00:00Z');
    const { ticketId } = await write();
    at('2026-03-10T09:05:00Z');
    await moveTicket(admin, ticketId, { queueId: sales });
    expect(await attendancesOf(ticketId)).toEqual([
      { queue_id: sales, user_id: null, queued: '09:05', started: null, answered: null, finished: null },
    ]);
    at('2026-03-10T09:10:00Z');
    await moveTicket(ana, ticketId, { status: 'open' });
    at('2026-03-10T09:12:00Z');
    await sendMessage(ana, ticketId, { body: 'Bom dia' }, [], null);
    at('2026-03-10T09:14:00Z');
    await sendMessage(ana, ticketId, { body: 'Já vejo' }, [], null);
    expect(await attendancesOf(ticketId)).toEqual([
      { queue_id: sales, user_id: idOf(ana), queued: '09:05', started: '09:10', answered: '09:12', finished: null },
    ]);
    at('2026-03-10T09:20:00Z');
    await moveTicket(ana, ticketId, { queueId: support });
    expect(await attendancesOf(ticketId)).toEqual([
      { queue_id: support, user_id: null, queued: '09:20', started: null, answered: '09:12', finished: null },
    ]);
    at('2026-03-10T09:30:00Z');
    await moveTicket(bia, ticketId, { status: 'open' });
    at('2026-03-10T09:40:00Z');
    const resolved = await moveTicket(bia, ticketId, { status: 'closed' });
    expect(resolved).toMatchObject({ status: 'closed', userId: idOf(bia), queueId: support, chatbot: false, promptId: null });
    const first = { queue_id: support, user_id: idOf(bia), queued: '09:20', started: '09:30', answered: '09:12', finished: '09:40' };
    expect(await attendancesOf(ticketId)).toEqual([first]);
    at('2026-03-10T09:50:00Z');
    await moveTicket(bia, ticketId, { status: 'open' });
    expect(await attendancesOf(ticketId)).toEqual([
      first,
      { queue_id: support, user_id: idOf(bia), queued: '09:50', started: '09:50', answered: null, finished: null },
    ]);
  });

  test('survives the ticket, without naming it', async () => {
    const { ticketId, contactId } = await write();
    await moveTicket(admin, ticketId, { status: 'closed' });
    await deleteTicket(admin, ticketId);
    await expect(showTicket(admin, ticketId)).rejects.toEqual(code('ERR_NO_TICKET_FOUND'));
    const { rows } = await reading(admin, ({ db }) => sql`select ticket_id from attendances where contact_id = ${contactId}`.execute(db));
    expect(rows).toEqual([{ ticket_id: null }]);
    expect(company.told.at(-1)).toMatchObject({ event: 'ticket', payload: { action: 'delete', ticketId, moved: false } });
  });

  test('of a ticket closed twice ends once', async () => {
    const { ticketId } = await write();
    await moveTicket(admin, ticketId, { status: 'closed' });
    at('2026-03-10T16:00:00Z');
    await moveTicket(admin, ticketId, { status: 'closed' });
    expect(await attendancesOf(ticketId)).toMatchObject([{ finished: '15:00' }]);
  });
});

describe('who and what goes away', () => {
  test('a removed user’s open tickets wait again where they were; closed ones keep the name', async () => {
    const ana = await person({ name: 'Ana que sai', queueIds: [sales] });
    const open = await write();
    const resolved = await write();
    for (const { ticketId } of [open, resolved]) {
      await moveTicket(admin, ticketId, { queueId: sales });
      await moveTicket(ana, ticketId, { status: 'open' });
    }
    await moveTicket(ana, resolved.ticketId, { status: 'closed' });
    await deleteUser(admin, idOf(ana));
    await react();
    expect(await reading(admin, (ctx) => findUser(ctx, idOf(ana)))).toBeNull();
    expect(await showTicket(admin, open.ticketId)).toMatchObject({ status: 'pending', userId: null, queueId: sales });
    expect(await showTicket(admin, resolved.ticketId)).toMatchObject({ status: 'closed', user: { name: 'Ana que sai' } });
    expect(await attendancesOf(open.ticketId)).toMatchObject([{ user_id: null, started: null, finished: null }]);
  });

  test('what somebody had open in a queue that is taken from them waits there again; the rest stays theirs', async () => {
    const ana = await person({ name: 'Ana que muda', queueIds: [sales, support] });
    const [taken, kept, without, resolved] = [await write(), await write(), await write(), await write()];
    for (const { ticketId } of [taken, resolved]) await moveTicket(admin, ticketId, { queueId: sales });
    await moveTicket(admin, kept.ticketId, { queueId: support });
    for (const { ticketId } of [taken, kept, resolved]) await moveTicket(ana, ticketId, { status: 'open' });
    await moveTicket(admin, without.ticketId, { status: 'open', userId: idOf(ana) });
    await moveTicket(ana, resolved.ticketId, { status: 'closed' });
    await updateUser(admin, idOf(ana), { name: 'Ana que mudou' });
    await react();
    expect(await showTicket(admin, taken.ticketId)).toMatchObject({ status: 'open', userId: idOf(ana) });
    company.told.length = 0;
    await updateUser(admin, idOf(ana), { queueIds: [support] });
    await react();
    expect(await showTicket(admin, taken.ticketId)).toMatchObject({ status: 'pending', userId: null, queueId: sales });
    expect(company.told.filter(({ event }) => event === 'ticket')).toMatchObject([
      { payload: { action: 'delete', ticketId: taken.ticketId, moved: true } },
      {
        payload: { action: 'update', ticket: { id: taken.ticketId, status: 'pending' } },
        rooms: [{ to: 'admins' }, { to: 'queue', queueId: sales }],
      },
    ]);
    expect(await attendancesOf(taken.ticketId)).toMatchObject([{ queue_id: sales, user_id: null, started: null, finished: null }]);
    for (const { ticketId } of [kept, without])
      expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'open', userId: idOf(ana) });
    expect(await showTicket(admin, resolved.ticketId)).toMatchObject({ status: 'closed', userId: idOf(ana) });
    const refused = code('ERR_USER_NOT_IN_QUEUE');
    await expect(moveTicket(admin, resolved.ticketId, { status: 'open', userId: idOf(ana) })).rejects.toEqual(refused);
    await expect(undoMove(ana, resolved.ticketId)).rejects.toEqual(refused);
  });

  test('a queue that is given back before anything waits again changes nothing', async () => {
    const ana = await person({ queueIds: [sales] });
    const { ticketId } = await write();
    await moveTicket(admin, ticketId, { queueId: sales });
    await moveTicket(ana, ticketId, { status: 'open' });
    await updateUser(admin, idOf(ana), { queueIds: [] });
    await updateUser(admin, idOf(ana), { queueIds: [sales] });
    await react();
    expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'open', userId: idOf(ana) });
  });

  test('who is no longer an admin keeps what they had open in their own queues', async () => {
    const bia = await person({ profile: 'admin', queueIds: [support] });
    const [own, others] = [await write(), await write()];
    await moveTicket(bia, own.ticketId, { status: 'open', queueId: support });
    await moveTicket(bia, others.ticketId, { status: 'open', queueId: sales });
    await updateUser(admin, idOf(bia), { queueIds: [] });
    await react();
    expect(await showTicket(admin, own.ticketId)).toMatchObject({ status: 'open', userId: idOf(bia) });
    await updateUser(admin, idOf(bia), { profile: 'user', queueIds: [support] });
    await react();
    expect(await showTicket(admin, own.ticketId)).toMatchObject({ status: 'open', userId: idOf(bia) });
    expect(await showTicket(admin, others.ticketId)).toMatchObject({ status: 'pending', userId: null, queueId: sales });
  });

  test('a removed queue’s active tickets wait without one; closed ones keep it', async () => {
    const queue = (await createQueue(admin, { name: 'Passageira', color: '#123123' })).id;
    const ana = await person({ queueIds: [queue] });
    const [waiting, open, resolved] = [await write(), await write(), await write()];
    for (const { ticketId } of [waiting, open, resolved]) await moveTicket(admin, ticketId, { queueId: queue });
    await moveTicket(ana, open.ticketId, { status: 'open' });
    await moveTicket(ana, resolved.ticketId, { status: 'closed' });
    await deleteQueue(admin, queue);
    await react();
    for (const { ticketId } of [waiting, open]) {
      expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'pending', userId: null, queueId: null, queue: null });
    }
    expect(await showTicket(admin, resolved.ticketId)).toMatchObject({ status: 'closed', queueId: queue });
  });

  test('a conversation that goes on after its queue was removed waits without one, for everybody who sees those', async () => {
    const queue = (await createQueue(admin, { name: 'Temporada', color: '#123124' })).id;
    const bia = await person({ allTicket: true });
    const [written, reopened, again] = [await write(), await write(), await write()];
    for (const { ticketId } of [written, reopened, again]) await moveTicket(admin, ticketId, { status: 'closed', queueId: queue });
    await deleteQueue(admin, queue);
    await react();
    expect(await write('Voltei', written.number)).toMatchObject({ ticketId: written.ticketId });
    expect(await showTicket(bia, written.ticketId)).toMatchObject({ status: 'pending', queueId: null });
    expect(await attendancesOf(written.ticketId)).toMatchObject([{ queue_id: queue }, { queue_id: null, finished: null }]);
    await moveTicket(admin, reopened.ticketId, { status: 'open' });
    await moveTicket(admin, again.ticketId, { status: 'open', queueId: queue });
    for (const { ticketId } of [reopened, again]) expect(await showTicket(bia, ticketId)).toMatchObject({ status: 'open', queueId: null });
  });

  test.each([
    ['a removed user', (userId: number) => deleteUser(admin, userId)],
    ['a user who lost their queue', (userId: number) => updateUser(admin, userId, { queueIds: [support] })],
  ])('a hundred and twenty tickets of %s all wait again, and nobody else’s', async (name, losing) => {
    const [ana, bia] = [await person({ queueIds: [sales] }), await person()];
    await transaction(admin, ({ db, companyId }) =>
      sql`
        with contact as (insert into contacts (company_id, name) select ${companyId}, ${name} from generate_series(1, 121) returning id)
        insert into tickets (company_id, number, status, contact_id, connection_id, queue_id, user_id)
        select ${companyId}, 100000 + id, 'open', id, ${connectionId}, ${sales},
          case when row_number() over (order by id) = 121 then ${idOf(bia)}::bigint else ${idOf(ana)} end from contact`.execute(db),
    );
    await losing(idOf(ana));
    await react();
    const { rows } = await reading(admin, ({ db }) =>
      sql`select t.status, count(*)::int as n from tickets t join contacts c on c.id = t.contact_id
        where c.name = ${name} group by 1 order by 1`.execute(db),
    );
    expect(rows).toEqual([
      { status: 'open', n: 1 },
      { status: 'pending', n: 120 },
    ]);
  });
});

describe('at the same instant', () => {
  /** Until this one has ended, or so many wait for what a transaction holds. */
  async function endedOrWaiting(run: Promise<unknown>, waiters = 1): Promise<void> {
    let ended = false;
    void run.finally(() => {
      ended = true;
    });
    await until(async () => {
      const { rows } = await platformTransaction(company.base, ({ db }) =>
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db),
      );
      return ended || rows.length >= waiters;
    });
  }

  /** Does `second` while `first` has decided how a ticket moves and has yet to write it down. */
  async function during(ticketId: number, first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
    const all: Promise<unknown>[] = [];
    await transaction(admin, async ({ db }) => {
      await sql`select 1 from attendances where ticket_id = ${ticketId} for update`.execute(db);
      const moving = first();
      await endedOrWaiting(moving);
      const other = second();
      await endedOrWaiting(other, 2);
      all.push(moving, other);
    });
    await Promise.all(all);
  }

  test('no ticket goes into a queue that is being deleted', async () => {
    const queue = await createQueue(admin, { name: 'Passageira', color: '#112233' });
    const { ticketId } = await write();
    await during(
      ticketId,
      () => moveTicket(admin, ticketId, { status: 'pending', queueId: queue.id }),
      () => deleteQueue(admin, queue.id).then(react),
    );
    expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'pending', queueId: null });
  });

  test('what moves while it is taken from somebody who lost its queue is left as it is then', async () => {
    const [ana, bia] = [await person({ queueIds: [sales, support] }), await person({ queueIds: [sales] })];
    const tickets = [await write(), await write(), await write()] as const;
    const [closed, handed, kept] = tickets;
    for (const { ticketId } of tickets) await moveTicket(admin, ticketId, { status: 'open', userId: idOf(ana), queueId: sales });
    await updateUser(admin, idOf(ana), { queueIds: [support] });
    let taking: Promise<unknown> = Promise.resolve();
    await transaction(admin, async (inside) => {
      await moveTicket(inside, closed.ticketId, { status: 'closed' });
      await moveTicket(inside, handed.ticketId, { userId: idOf(bia) });
      await moveTicket(inside, kept.ticketId, { status: 'open', userId: idOf(ana), queueId: support });
      taking = react();
      await endedOrWaiting(taking);
    });
    await taking;
    expect(await showTicket(admin, closed.ticketId)).toMatchObject({ status: 'closed', userId: idOf(ana) });
    expect(await showTicket(admin, handed.ticketId)).toMatchObject({ status: 'open', userId: idOf(bia) });
    expect(await showTicket(admin, kept.ticketId)).toMatchObject({ status: 'open', userId: idOf(ana), queueId: support });
  });

  test('no closed ticket opens again for somebody who loses its queue', async () => {
    const ana = await person({ queueIds: [sales] });
    const { ticketId } = await write();
    await moveTicket(admin, ticketId, { status: 'open', userId: idOf(ana), queueId: sales });
    await moveTicket(ana, ticketId, { status: 'closed' });
    let losing: Promise<unknown> = Promise.resolve();
    await transaction(ana, async (inside) => {
      await moveTicket(inside, ticketId, { status: 'open' });
      losing = updateUser(admin, idOf(ana), { queueIds: [] }).then(react);
      await endedOrWaiting(losing);
    });
    await losing;
    expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'pending', userId: null, queueId: sales });
  });

  test('no ticket goes to somebody who is being deleted', async () => {
    const agent = await person({ allTicket: true });
    const { ticketId } = await write();
    await during(
      ticketId,
      () => moveTicket(agent, ticketId, { status: 'open', userId: idOf(agent) }),
      () => deleteUser(admin, idOf(agent)).then(react),
    );
    expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'pending', userId: null });
  });

  test('no ticket goes to somebody who has just been deleted', async () => {
    const agent = await person({ allTicket: true });
    const { ticketId } = await write();
    const all: Promise<unknown>[] = [];
    await transaction(admin, async ({ db }) => {
      await sql`select 1 from attendances where ticket_id = ${ticketId} for update`.execute(db);
      await transaction(admin, async (inside) => {
        await deleteUser(inside as unknown as Ctx, idOf(agent));
        const moving = moveTicket(agent, ticketId, { status: 'open', userId: idOf(agent) }).catch(() => undefined);
        await endedOrWaiting(moving);
        all.push(moving);
      });
      await react();
    });
    await Promise.all(all);
    expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'pending', userId: null });
  });

  test('what is closed as its queue is deleted stays closed', async () => {
    const queue = await createQueue(admin, { name: 'Passageira', color: '#112233' });
    const { ticketId } = await write();
    await moveTicket(admin, ticketId, { status: 'open', queueId: queue.id });
    let deleting: Promise<unknown> | null = null;
    await transaction(admin, async (inside) => {
      await moveTicket(inside, ticketId, { status: 'closed' });
      deleting = deleteQueue(admin, queue.id).then(react);
      await endedOrWaiting(deleting);
    });
    await deleting;
    expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'closed' });
  });

  test('what is given to another agent as the first is deleted stays with that one', async () => {
    const [agent, other] = [await person({ allTicket: true }), await person({ allTicket: true })];
    const { ticketId } = await write();
    await moveTicket(agent, ticketId, { status: 'open' });
    let deleting: Promise<unknown> | null = null;
    await transaction(admin, async (inside) => {
      await moveTicket(inside, ticketId, { userId: idOf(other) });
      deleting = deleteUser(admin, idOf(agent)).then(react);
      await endedOrWaiting(deleting);
    });
    await deleting;
    expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'open', userId: idOf(other) });
  });

  test('what is transferred as its agent looks at it is still to be read', async () => {
    const [agent, other] = [await person({ allTicket: true }), await person({ allTicket: true })];
    const { ticketId, number } = await write();
    await moveTicket(agent, ticketId, { status: 'open' });
    await write('Alguém?', number);
    let reading: Promise<unknown> | null = null;
    await transaction(admin, async (inside) => {
      await moveTicket(inside, ticketId, { userId: idOf(other) });
      reading = readThread(agent, ticketId, { pageNumber: 1, peek: false });
      await endedOrWaiting(reading);
    });
    await reading;
    expect(await showTicket(admin, ticketId)).toMatchObject({ userId: idOf(other), unreadMessages: 1 });
  });

  test('nobody is asked about a conversation that goes on', async () => {
    await changeSetting(admin, 'userRating', 'enabled');
    const { ticketId, number } = await write();
    const agent = await person({ allTicket: true });
    await moveTicket(agent, ticketId, { status: 'open' });
    await moveTicket(agent, ticketId, { status: 'closed' });
    const attendance = await reading(admin, (ctx) => attendanceOf(ctx, ticketId));
    let asking: Promise<unknown> | null = null;
    await transaction(admin, async (inside) => {
      await write('Mais uma coisa', number, inside as unknown as Ctx);
      asking = sayGoodbye(asSystem(admin, admin.companyId), { ticketId, attendanceId: attendance?.id ?? null });
      await endedOrWaiting(asking);
    });
    await asking;
    expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'pending', lastMessage: 'Mais uma coisa' });
  });

  test('nobody is told of an agent who has given the conversation back', async () => {
    const { ticketId } = await write();
    const agent = await person({ allTicket: true });
    const ticket = await moveTicket(agent, ticketId, { status: 'open' });
    await changeSetting(admin, 'sendGreetingAccepted', 'enabled');
    let saying: Promise<unknown> | null = null;
    await transaction(admin, async (inside) => {
      await moveTicket(inside, ticketId, { status: 'pending' });
      const before = { status: 'pending', userId: null, queueId: null } as const;
      const move = pickMove({ before, ticket, moved: true, byUserId: idOf(agent) });
      saying = move && sayMoved(asSystem(admin, admin.companyId), move);
      await endedOrWaiting(saying ?? Promise.reject(new Error('nothing to say')));
    });
    await saying;
    expect(await showTicket(admin, ticketId)).toMatchObject({ status: 'pending', lastMessage: 'Olá' });
  });
});

describe('waiting', () => {
  const waitOf = async (ticketId: number) => {
    const { waitingSince, beganAt, answeredAt } = await showTicket(admin, ticketId);
    return [waitingSince, beganAt, answeredAt].map((time) => time?.slice(11, 16) ?? null);
  };

  test('a customer waits from their first unanswered word until a person answers; each service cycle begins anew', async () => {
    const { ticketId, number } = await write();
    expect(await waitOf(ticketId)).toEqual(['15:00', '15:00', null]);
    at('2026-03-10T15:05:00Z');
    await write('Alguém?', number);
    await moveTicket(admin, ticketId, { status: 'open' });
    expect(await waitOf(ticketId)).toEqual(['15:00', '15:00', null]);
    at('2026-03-10T15:10:00Z');
    await sendMessage(admin, ticketId, { body: 'Bom dia' }, [], null);
    expect(await waitOf(ticketId)).toEqual([null, '15:00', '15:10']);
    at('2026-03-10T15:20:00Z');
    await write('E agora?', number);
    expect(await waitOf(ticketId)).toEqual(['15:20', '15:00', '15:10']);
    await moveTicket(admin, ticketId, { status: 'closed' });
    expect(await waitOf(ticketId)).toEqual([null, '15:00', '15:10']);
    await undoMove(admin, ticketId);
    expect(await waitOf(ticketId)).toEqual(['15:20', '15:00', '15:10']);
    await moveTicket(admin, ticketId, { status: 'closed' });
    at('2026-03-10T16:00:00Z');
    await moveTicket(admin, ticketId, { status: 'pending' });
    expect(await waitOf(ticketId)).toEqual(['16:00', '16:00', null]);
  });

  test('a ticket that comes back into a queue waits, though nobody wrote', async () => {
    const { ticketId } = await write();
    await moveTicket(admin, ticketId, { status: 'open' });
    await sendMessage(admin, ticketId, { body: 'Bom dia' }, [], null);
    at('2026-03-10T15:30:00Z');
    await moveTicket(admin, ticketId, { status: 'pending' });
    expect((await waitOf(ticketId))[0]).toBe('15:30');
  });
});

describe('setting aside', () => {
  const until = new Date('2026-03-11T08:00:00Z');
  const snoozed = async (ticketId: number) => {
    const { snoozedAt, snoozedUntil } = await showTicket(admin, ticketId);
    return snoozedAt === null ? null : (snoozedUntil ?? 'reply');
  };

  test('until a moment: it comes back then, on top, to be looked at again by its agent; a moment that was changed does not count', async () => {
    const agent = await person({ allTicket: true });
    const { ticketId } = await write();
    await moveTicket(agent, ticketId, { status: 'open' });
    await snoozeTicket(agent, ticketId, new Date('2026-03-10T16:00:00Z'));
    await snoozeTicket(agent, ticketId, until);
    const listed = async (wanted: boolean) =>
      (
        await listTicketPage(agent, {
          pageNumber: 1,
          searchParam: '',
          status: 'open',
          showAll: false,
          withUnreadMessages: false,
          snoozed: wanted,
        })
      ).count;
    expect([await listed(false), await listed(true)]).toEqual([0, 1]);
    at('2026-03-10T16:00:01Z');
    await react();
    expect(await snoozed(ticketId)).toBe(until.toISOString());
    await snoozeTicket(agent, ticketId, until);
    at('2026-03-11T08:00:00Z');
    company.told.length = 0;
    await react();
    expect([await snoozed(ticketId), await listed(false)]).toEqual([null, 1]);
    expect((await showTicket(admin, ticketId)).updatedAt).toBe(until.toISOString());
    expect(await listTicketMarks(agent)).toEqual([{ ticketId, pinned: false, muted: false, unread: true }]);
    expect(company.told.map(({ event }) => event)).toEqual(['ticket', 'ticketMark']);
  });

  test('until the customer writes, who ends it in any case; so does whoever moves it', async () => {
    const { ticketId, number } = await write();
    await snoozeTicket(admin, ticketId, null);
    expect(await snoozed(ticketId)).toBe('reply');
    await write('Voltei', number);
    expect(await snoozed(ticketId)).toBeNull();
    await snoozeTicket(admin, ticketId, until);
    await write('E então?', number);
    expect(await snoozed(ticketId)).toBeNull();
    await snoozeTicket(admin, ticketId, until);
    await moveTicket(admin, ticketId, { status: 'open' });
    expect(await snoozed(ticketId)).toBeNull();
    await snoozeTicket(admin, ticketId, until);
    await sendMessage(admin, ticketId, { body: 'Já volto' }, [], null);
    expect(await snoozed(ticketId)).toBe(until.toISOString());
    await wakeTicket(admin, ticketId);
    expect(await snoozed(ticketId)).toBeNull();
  });

  test('what is past, far away, resolved or of others cannot be set aside', async () => {
    const { ticketId } = await write();
    const refused = (when: string) => expect(snoozeTicket(admin, ticketId, new Date(when))).rejects.toEqual(code('ERR_SNOOZE_TIME'));
    await refused('2026-03-10T15:00:00Z');
    await refused('2027-05-10T15:00:00Z');
    await expect(snoozeTicket(await person(), ticketId, until)).rejects.toEqual(code('ERR_NO_TICKET_FOUND'));
    await moveTicket(admin, ticketId, { status: 'closed' });
    await expect(snoozeTicket(admin, ticketId, until)).rejects.toEqual(code('ERR_TICKET_CLOSED'));
  });
});

describe('marks', () => {
  test('are one’s own: what is left out stays, others hear nothing, and what one may not see cannot be marked', async () => {
    const [ana, bia] = [await person({ allTicket: true }), await person({ allTicket: true })];
    const { ticketId } = await write();
    await markTicket(ana, ticketId, { pinned: true });
    company.told.length = 0;
    expect(await markTicket(ana, ticketId, { muted: true })).toEqual({ ticketId, pinned: true, muted: true, unread: false });
    expect(company.told.map(({ event, rooms }) => [event, rooms])).toEqual([['ticketMark', [{ to: 'user', userId: idOf(ana) }]]]);
    expect(await listTicketMarks(bia)).toEqual([]);
    await expect(markTicket(await person(), ticketId, { pinned: true })).rejects.toEqual(code('ERR_NO_TICKET_FOUND'));
    await moveTicket(admin, ticketId, { status: 'closed' });
    expect(await listTicketMarks(ana)).toEqual([]);
  });

  test('pins have an end, for those who are pinned at the same instant too', async () => {
    const agent = await person({ allTicket: true });
    const all: number[] = [];
    for (let i = 0; i < pinsMax + 4; i++) all.push((await write()).ticketId);
    const tries = await Promise.allSettled(all.map((ticketId) => markTicket(agent, ticketId, { pinned: true })));
    expect(tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toEqual(
      Array.from({ length: 4 }, () => code('ERR_TOO_MANY_MARKS')),
    );
    const tickets = all.filter((_, at) => tries[at]?.status === 'fulfilled');
    const last = all.find((id) => !tickets.includes(id)) ?? 0;
    await markTicket(agent, last, { unread: true });
    const page = await listTicketPage(agent, {
      ...{ pageNumber: 2, searchParam: '', status: 'pending', showAll: true, withUnreadMessages: false, order: 'waiting' },
    });
    expect(page.tickets.slice(0, pinsMax - 40).every(({ id }) => tickets.includes(id))).toBe(true);
  });

  test('of tickets that are out of sight, which cannot be taken back, take no place', async () => {
    const ana = await person({ queueIds: [sales] });
    const gone: number[] = [];
    for (let i = 0; i < pinsMax; i++) gone.push((await write()).ticketId);
    for (const ticketId of gone) {
      await moveTicket(admin, ticketId, { queueId: sales });
      await markTicket(ana, ticketId, { pinned: true });
    }
    const { ticketId } = await write();
    await moveTicket(admin, ticketId, { queueId: sales });
    await expect(markTicket(ana, ticketId, { pinned: true })).rejects.toEqual(code('ERR_TOO_MANY_MARKS'));
    for (const id of gone) await moveTicket(admin, id, { queueId: support });
    expect(await markTicket(ana, ticketId, { pinned: true })).toMatchObject({ pinned: true });
  });
});

test('what was set aside comes back without a mark where its agent has as many as they may', async () => {
  const ana = await person({ allTicket: true });
  const { ticketId } = await write();
  await moveTicket(ana, ticketId, { status: 'open' });
  await transaction(ana, ({ db, companyId }) =>
    sql`
      with others as (
        insert into tickets (company_id, number, status, contact_id)
        select ${companyId}, 1000000 + n, 'pending', t.contact_id from generate_series(1, ${marksMax - 1}::int) n, tickets t
        where t.company_id = ${companyId} and t.id = ${ticketId} returning id)
      insert into ticket_marks (company_id, user_id, ticket_id, muted) select ${companyId}, ${idOf(ana)}, id, true from others`.execute(db),
  );
  const comesBack = async () => {
    await snoozeTicket(ana, ticketId, new Date('2026-03-10T16:00:00Z'));
    at('2026-03-10T16:00:01Z');
    company.told.length = 0;
    await wakeJob.run(asSystem(ana, mintCompanyId(ana.companyId)), { ticketId });
    at('2026-03-10T15:00:00Z');
    return company.told.map(({ event }) => event).filter((event) => event === 'ticketMark');
  };
  expect(await comesBack()).toEqual(['ticketMark']);
  await markTicket(ana, ticketId, { unread: false });
  const { ticketId: another } = await write();
  await markTicket(ana, another, { muted: true });
  expect(await comesBack()).toEqual([]);
  expect(await listTicketMarks(ana)).toHaveLength(marksMax);
});

test('what somebody says to a move is told, whatever the move is, and refused where nothing moves', async () => {
  const ana = await person({ queueIds: [sales, support] });
  const { ticketId } = await write();
  await moveTicket(admin, ticketId, { status: 'open', userId: idOf(ana), queueId: sales });
  const told = async () => (await listTicketMoves(ana, ticketId)).at(-1);
  await moveTicket(ana, ticketId, { status: 'pending', queueId: sales, userId: null }, { note: 'Volta às 15h' });
  expect(await listTicketMoves(admin, ticketId).then((moves) => moves.at(-1))).toMatchObject({ kind: 'returned', note: 'Volta às 15h' });
  const again = moveTicket(ana, ticketId, { status: 'pending', queueId: sales, userId: null }, { note: 'De novo' });
  await expect(again).rejects.toEqual(code('ERR_TICKET_CANNOT_MOVE'));
  const { rows } = await transaction(admin, ({ db, companyId }) =>
    sql<{ id: number }>`
      insert into connections (company_id, name, channel, webhook_key) values (${companyId}, 'Outro telefone', 'simulator', 'outro') returning id`.execute(
      db,
    ),
  );
  await moveTicket(ana, ticketId, { connectionId: rows[0]?.id ?? 0 }, { note: 'Este está no ar' });
  expect(await listTicketMoves(admin, ticketId).then((moves) => moves.at(-1))).toMatchObject({ note: 'Este está no ar' });
  await moveTicket(ana, ticketId, { status: 'closed' });
  await moveTicket(ana, ticketId, { queueId: support, userId: idOf(ana) }, { note: 'É com o suporte' });
  expect(await told()).toMatchObject({ kind: 'reopened', note: 'É com o suporte' });
});

test('from a day to a day means both whole days, by the clock of the company', async () => {
  at('2026-03-11T02:30:00Z');
  const { ticketId } = await write();
  const isListed = async (from: string, to: string) => {
    const page = { pageNumber: 1, searchParam: '', status: 'pending', showAll: true, withUnreadMessages: false } as const;
    return (await listTicketPage(admin, { ...page, from, to })).tickets.some(({ id }) => id === ticketId);
  };
  expect(await isListed('2026-03-10', '2026-03-10')).toBe(true);
  expect(await isListed('2026-03-09', '2026-03-09')).toBe(false);
  expect(await isListed('2026-03-11', '2026-03-11')).toBe(false);
});

test('urgent is said of a ticket for everybody', async () => {
  const { ticketId } = await write();
  await markUrgent(admin, ticketId, true);
  expect(company.told.at(-1)).toMatchObject({ event: 'ticket', payload: { ticket: { id: ticketId, priority: true } } });
  expect((await countOfFilters(admin, { status: 'pending', showAll: true })).priority).toBe(1);
});

test('promises come with the hours that count: none, each queue’s, or the company’s and those of a connection of its own', async () => {
  const { id: queueId } = await createQueue(admin, { name: 'Troca', color: '#123456', firstAnswerMinutes: 20, schedules: [] });
  const promised = async () => {
    const { queues, connections } = await showPromises(admin);
    const { schedules, ...times } = queues.find((queue) => queue.queueId === queueId) ?? { schedules: [] };
    return [times, schedules.length, queues.find((queue) => queue.queueId === sales)?.schedules.length, connections];
  };
  const times = { queueId, firstAnswerMinutes: 20, resolutionMinutes: null };
  await changeSetting(admin, 'scheduleType', 'disabled');
  expect(await promised()).toEqual([times, 0, 0, []]);
  await changeSetting(admin, 'scheduleType', 'queue');
  expect(await promised()).toEqual([times, 0, 7, []]);
  await changeSetting(admin, 'scheduleType', 'company');
  expect(await promised()).toEqual([times, 0, 0, []]);
  await changeSetting(admin, 'scheduleType', 'disabled');
});
