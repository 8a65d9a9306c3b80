// What people do at the same instant: limits hold, one of two wins, and nothing is left in between.
import { pinsMax } from '@balcao/contract/ticket-list-rules';
import { viewsMax } from '@balcao/contract/ticket-view-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformTransaction } from '../src/platform/db/transaction.ts';
import { CallFailed, type Client } from './client.ts';
import { type Desk, givenDesk, givenPhone } from './given.ts';
import { givenUser } from './people.ts';

let desk: Desk;
let phoneId: number;
let agents: Client[];
let customers = 0;

beforeAll(async () => {
  desk = await givenDesk();
  phoneId = await givenPhone(desk.admin);
  agents = [];
  for (let i = 0; i < 5; i++) agents.push(await givenUser(desk.world.url, desk.admin, { name: `Agente ${i}`, queueIds: [desk.sales] }));
}, 60_000);
afterAll(() => desk.close());

const write = (from: string, body = 'oi') =>
  desk.admin.call('POST /simulator/:whatsappId/messages', {
    params: { whatsappId: phoneId },
    body: { from, name: `Cliente ${from}`, body },
  });

/** Customers write; their tickets wait in the queue of sales. */
async function givenTickets(many: number): Promise<{ id: number; number: string; contactId: number }[]> {
  const numbers = Array.from({ length: many }, () => `55489971${String(++customers).padStart(5, '0')}`);
  const rest = [...numbers];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let from = rest.pop(); from; from = rest.pop()) await write(from);
    }),
  );
  return platformTransaction(desk.world.app.base, async ({ db }) => {
    const { rows } = await sql<{ id: number; number: string; contactId: number }>`
      with moved as (update tickets t set queue_id = ${desk.sales} from contacts c
        where c.company_id = t.company_id and c.id = t.contact_id and t.company_id = ${desk.admin.user.companyId} and c.number = any(${numbers})
        returning t.id, c.number, c.id as "contactId")
      select * from moved order by id`.execute(db);
    return rows;
  });
}

async function outcomes(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const each of await Promise.allSettled(calls)) {
    const key = each.status === 'fulfilled' ? 'ok' : each.reason instanceof CallFailed ? each.reason.error : String(each.reason);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

const setMark = (client: Client, ticketId: number, body: { pinned?: boolean; muted?: boolean; unread?: boolean }) =>
  client.call('PUT /v1/tickets/:ticketId/marks', { params: { ticketId }, body });

test('so many are pinned and no more, however many are pinned at once; what is marked already may be marked otherwise', async () => {
  const [ana] = agents as [Client];
  const tickets = await givenTickets(pinsMax + 10);
  for (const { id } of tickets.slice(0, pinsMax - 5)) await setMark(ana, id, { pinned: true });
  const tried = await outcomes(
    tickets.slice(pinsMax - 5).flatMap(({ id }) => [setMark(ana, id, { pinned: true }), setMark(ana, id, { pinned: true })]),
  );
  const marks = await ana.call('GET /v1/ticket-marks');
  expect(marks.filter(({ pinned }) => pinned)).toHaveLength(pinsMax);
  expect(tried).toEqual({ ok: 10, ERR_TOO_MANY_MARKS: 20 });
  const [pinned] = marks;
  expect(await setMark(ana, pinned?.ticketId ?? 0, { muted: true, pinned: true })).toMatchObject({ pinned: true, muted: true });
});

const off = { unread: false, chatbot: false, snoozed: false, untagged: false, priority: false, hasFile: false, from: '', to: '' };
const filter = { tab: 'open', showAll: true, order: 'newest', queueIds: [], text: '', userIds: [], tagIds: [], ...off } as const;

test('so many views are saved and shared and no more, however many at once', async () => {
  const caio = agents[2] as Client;
  const create = (name: string, shared = false) => caio.call('POST /v1/ticket-views', { body: { name, shared, filter: filter as never } });
  expect(await outcomes(Array.from({ length: viewsMax + 12 }, (_, i) => create(`Visão ${i}`)))).toEqual({
    ok: viewsMax,
    ERR_TOO_MANY_TICKET_VIEWS: 12,
  });
  const mine = (await caio.call('GET /v1/ticket-views')).filter(({ userId }) => userId === caio.user.id);
  expect(mine).toHaveLength(viewsMax);
  const share = (client: Client, ticketViewId: number, shared: boolean) =>
    client.call('PUT /v1/ticket-views/:ticketViewId', { params: { ticketViewId }, body: { shared } });
  await Promise.all(mine.map(({ id }) => share(caio, id, true)));
  const davi = agents[3] as Client;
  const his = [];
  for (let i = 0; i < 6; i++)
    his.push((await davi.call('POST /v1/ticket-views', { body: { name: `D ${i}`, filter: filter as never } })).id);
  for (const { id } of mine.slice(0, 2)) await share(caio, id, false);
  expect(await outcomes(his.map((id) => share(davi, id, true)))).toEqual({ ok: 2, ERR_TOO_MANY_TICKET_VIEWS: 4 });
  // Two put the same name, and all are put in order at once.
  const [one, two] = his as [number, number];
  const named = await outcomes(
    [one, two].map((ticketViewId) =>
      davi.call('PUT /v1/ticket-views/:ticketViewId', { params: { ticketViewId }, body: { name: 'Igual' } }),
    ),
  );
  expect(named).toEqual({ ok: 1, ERR_TICKET_VIEW_NAME_TAKEN: 1 });
  await Promise.all(
    his.map((ticketViewId, i) => davi.call('PUT /v1/ticket-views/:ticketViewId', { params: { ticketViewId }, body: { place: 5 - i } })),
  );
  const order = (await davi.call('GET /v1/ticket-views')).filter(({ userId }) => userId === davi.user.id).map(({ id }) => id);
  expect(order).toEqual(his.toReversed());
});

test('of many who accept, one has it; of transfer and resolve by what was seen, one happens', async () => {
  const tickets = await givenTickets(12);
  for (const { id: ticketId } of tickets) {
    const tries = agents.flatMap((agent) =>
      [1, 2, 3, 4].map(() =>
        agent.call('PUT /tickets/:ticketId', {
          params: { ticketId },
          body: { status: 'open', expected: { status: 'pending', userId: null } },
        }),
      ),
    );
    const { ok, ...others } = await outcomes(tries);
    expect(ok).toBe(1);
    expect(others).toEqual({ ERR_TICKET_TAKEN: 19 });
    const { userId } = await desk.admin.call('GET /tickets/:ticketId', { params: { ticketId } });
    const expected = { status: 'open', userId } as const;
    const race = await outcomes([
      desk.admin.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'closed', expected } }),
      desk.admin.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'pending', queueId: desk.support, expected } }),
      desk.admin.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'closed', expected } }),
    ]);
    expect(race).toEqual({ ok: 1, ERR_TICKET_TAKEN: 2 });
    const { rows } = await platformTransaction(desk.world.app.base, ({ db }) =>
      sql<{ status: string; running: number; ended: number; moves: string[] }>`
        select t.status, (select count(*)::int from attendances a where a.ticket_id = t.id and a.finished_at is null) as running,
          (select count(*)::int from attendances a where a.ticket_id = t.id and a.finished_at is not null) as ended,
          array(select m.kind from ticket_moves m where m.ticket_id = t.id order by m.id) as moves
        from tickets t where t.id = ${ticketId}`.execute(db),
    );
    const [row] = rows;
    expect(row?.moves.filter((kind) => kind === 'accepted')).toHaveLength(1);
    if (row?.status === 'closed') expect(row).toMatchObject({ running: 0, moves: ['accepted', 'closed'] });
    else expect(row).toMatchObject({ status: 'pending', running: 1, moves: ['accepted', 'transferred'] });
  }
});

test('two who resolve the same list at once resolve each once, beside one who takes single ones', async () => {
  const [ana, bia] = agents as [Client, Client];
  const tickets = await givenTickets(20);
  for (const { id } of tickets) await ana.call('PUT /tickets/:ticketId', { params: { ticketId: id }, body: { status: 'open' } });
  const expected = { status: 'open', userId: ana.user.id } as const;
  const resolve = (client: Client) =>
    tickets.map(({ id }) => client.call('PUT /tickets/:ticketId', { params: { ticketId: id }, body: { status: 'closed', expected } }));
  const single = tickets.map(({ id }) =>
    desk.admin.call('PUT /tickets/:ticketId', { params: { ticketId: id }, body: { status: 'open', userId: desk.admin.user.id, expected } }),
  );
  const counts = await outcomes([...resolve(ana), ...resolve(bia), ...single]);
  expect(counts).toEqual({ ok: 20, ERR_TICKET_TAKEN: 40 });
  const { rows } = await platformTransaction(desk.world.app.base, ({ db }) =>
    sql<{ id: number; status: string; moves: string[]; running: number }>`
      select t.id, t.status, array(select m.kind from ticket_moves m where m.ticket_id = t.id order by m.id) as moves,
        (select count(*)::int from attendances a where a.ticket_id = t.id and a.finished_at is null) as running
      from tickets t where t.id = any(${tickets.map(({ id }) => id)}::bigint[])`.execute(db),
  );
  for (const row of rows)
    expect(row).toMatchObject(
      row.status === 'closed' ? { moves: ['accepted', 'closed'], running: 0 } : { moves: ['accepted', 'accepted'], running: 1 },
    );
});

test('a conversation that is set aside while its customer writes is not asleep with something older than its sleep', async () => {
  const [ana] = agents as [Client];
  const tickets = await givenTickets(15);
  for (const { id } of tickets) await ana.call('PUT /tickets/:ticketId', { params: { ticketId: id }, body: { status: 'open' } });
  await Promise.all(
    tickets.flatMap(({ id, number }) => [
      ana.call('PUT /v1/tickets/:ticketId/snooze', { params: { ticketId: id }, body: { until: null } }),
      write(number, 'ainda está aí?'),
      ana.call('PUT /v1/tickets/:ticketId/snooze', { params: { ticketId: id }, body: { until: null } }),
    ]),
  );
  const found = await Promise.all(tickets.map(({ id }) => ana.call('GET /tickets/:ticketId', { params: { ticketId: id } })));
  for (const { snoozedAt, lastInboundAt, unreadMessages } of found) {
    expect(unreadMessages).toBeGreaterThan(0);
    if (snoozedAt) expect(snoozedAt >= (lastInboundAt ?? '')).toBe(true);
  }
});

test('what is followed and no longer, again and again at once, is in the end as the last said', async () => {
  const [{ id: ticketId } = { id: 0 }] = await givenTickets(1);
  const follow = (client: Client, on: boolean) => client.call('PUT /v1/tickets/:ticketId/follow', { params: { ticketId }, body: { on } });
  await outcomes(agents.flatMap((agent) => Array.from({ length: 4 }, (_, i) => follow(agent, i % 2 === 0))));
  for (const [i, agent] of agents.entries()) await follow(agent, i % 2 === 0);
  const followers = await desk.admin.call('GET /v1/tickets/:ticketId/followers', { params: { ticketId } });
  expect(followers.map(({ id }) => id).toSorted()).toEqual(
    agents
      .filter((_, i) => i % 2 === 0)
      .map(({ user }) => user.id)
      .toSorted(),
  );
});

test('notes that are written while contacts are merged are all there afterwards, in the conversation that goes on', async () => {
  const tickets = await givenTickets(8);
  for (let i = 0; i < tickets.length; i += 2) {
    const [kept, other] = tickets.slice(i, i + 2) as [(typeof tickets)[0], (typeof tickets)[0]];
    const note = (ticket: typeof kept, n: number) =>
      desk.admin.call('POST /ticket-notes', {
        body: { note: `nota ${n} de ${ticket.id}`, ticketId: ticket.id, contactId: ticket.contactId },
      });
    const tried = await outcomes([
      ...[1, 2, 3].map((n) => note(other, n)),
      desk.admin.call('POST /v1/contacts/:contactId/merge', { params: { contactId: kept.contactId }, body: { otherId: other.contactId } }),
      ...[4, 5, 6].map((n) => note(other, n)),
      ...[1, 2, 3].map((n) => note(kept, n)),
    ]);
    const { rows } = await platformTransaction(desk.world.app.base, ({ db }) =>
      sql<{
        n: number;
        astray: number;
      }>`select count(*)::int as n, (count(*) filter (where t.contact_id <> ${kept.contactId}))::int as astray
        from ticket_notes n join tickets t on t.company_id = n.company_id and t.id = n.ticket_id where n.ticket_id in (${kept.id}, ${other.id}) and n.kind = 'written'`.execute(
        db,
      ),
    );
    expect(tried.ok).toBeGreaterThan(0);
    expect(Object.keys(tried).filter((key) => !['ok', 'ERR_NO_CONTACT_FOUND', 'ERR_NO_TICKET_FOUND'].includes(key))).toEqual([]);
    expect(rows[0]).toEqual({ n: (tried.ok ?? 0) - 1, astray: 0 });
  }
});
