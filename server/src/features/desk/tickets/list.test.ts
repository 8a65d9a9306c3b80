// A page of a list reads about as many tickets as it shows, however many a company has.
import type { Viewer } from '@balcao/contract/ticket-rules';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { filling } from '../../../../test/filling.ts';
import { entriesRead } from '../../../../test/reads.ts';
import type { Reader } from '../../../platform/context.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { countTickets, type Listing, listTickets } from './store/list.ts';

/** Closed ones: every hundredth without a queue, the same number in each small queue, the rest in the large one. */
const closed = 20_000;
const active = 300;
const page = 40;

let company: TestCompany;
/** The large one first. */
let queues: number[];
let agentId: number;
/** A tag that twenty closed tickets have, and one that half of all have. */
let [rare, common] = [0, 0];

beforeAll(async () => {
  company = await createTestCompany({ features: [] });
  await filling(company.admin, async ({ db, companyId }) => {
    const ids = async (statement: ReturnType<typeof sql<{ id: number }>>) => (await statement.execute(db)).rows.map(({ id }) => id);
    queues = await ids(sql`insert into queues (company_id, name, color)
      select ${companyId}, 'Fila ' || i, '#00000' || i from generate_series(1, 4) i returning id`);
    [agentId = 0] = await ids(sql`insert into users (company_id, name, email, password_hash)
      values (${companyId}, 'Ana', 'ana@loja.example', '') returning id`);
    await sql`
      with line as (
        insert into connections (company_id, name, channel, webhook_key) values (${companyId}, 'Telefone', 'simulator', 'chave') returning id
      ), person as (
        insert into contacts (company_id, name) select ${companyId}, 'Cliente ' || n from generate_series(1, ${active}::int) n
        returning id, substr(name, 9)::int as n
      )
      insert into tickets (company_id, number, status, contact_id, connection_id, queue_id, user_id, created_at, updated_at)
      select ${companyId}, g, case when g > ${closed} then 'open' else 'closed' end, person.id, line.id,
        case g % 100 when 0 then null when 1 then ${queues[1]} when 2 then ${queues[2]} when 3 then ${queues[3]} else ${queues[0]} end::bigint,
        case when g % 200 = 7 then ${agentId}::bigint end, at, at
      from generate_series(1, ${closed + active}::int) g
      cross join lateral (select now() - g * interval '1 minute' as at) a
      join person on person.n = 1 + g % ${active}::int cross join line`.execute(db);
    [rare = 0, common = 0] = await ids(
      sql`insert into tags (company_id, name, color) select ${companyId}, 'Etiqueta ' || i, '#00000' || i from generate_series(1, 2) i returning id`,
    );
    await sql`
      insert into ticket_tags (company_id, ticket_id, tag_id)
      select company_id, id, ${rare}::bigint from tickets where company_id = ${companyId} and number % 1000 = 5 and status = 'closed'
      union all select company_id, id, ${common} from tickets where company_id = ${companyId} and number % 2 = 1`.execute(db);
  });
  const owner = new pg.Client({ connectionString: company.database.superUrl });
  await owner.connect();
  await owner.query('vacuum (analyze)');
  await owner.end();
});
afterAll(() => company.close());

const agent = (queueIds: number[], allTicket = false): Viewer => ({ id: agentId, profile: 'user', queueIds, allTicket });
const admin: Viewer = { id: 0, profile: 'admin', queueIds: [], allTicket: true };
const small = () => queues.slice(1);

const rowsRead = (viewer: Viewer, listing: Partial<Listing>, offset: number) =>
  readBy(async (ctx) => (await listTickets(ctx, viewer, { showAll: true, timeZone: 'UTC', ...listing }, page, offset)).length);

/** What `list` found, and how much of tickets it read for it. */
async function readBy(list: (ctx: Reader) => Promise<number>): Promise<{ listed: number; read: number }> {
  return reading(company.admin, async (ctx) => {
    const before = await entriesRead(ctx, 'tickets');
    const listed = await list(ctx);
    return { listed, read: (await entriesRead(ctx, 'tickets')) - before };
  });
}

/** `parts`: how many lists it is put together of. */
const lists: Record<string, { viewer: () => Viewer; listing: () => Partial<Listing>; parts: number }> = {
  'closed, of everybody': { viewer: () => admin, listing: () => ({ status: 'closed' }), parts: 1 },
  'all, of everybody': { viewer: () => admin, listing: () => ({}), parts: 1 },
  'closed, of chosen queues': { viewer: () => admin, listing: () => ({ status: 'closed', queueIds: small() }), parts: 3 },
  'closed, without a queue': { viewer: () => admin, listing: () => ({ status: 'closed', queueIds: [0] }), parts: 1 },
  'closed, of an agent of some queues': { viewer: () => agent(small(), true), listing: () => ({ status: 'closed' }), parts: 4 },
  'closed, of an agent of one queue': {
    viewer: () => agent(queues.slice(3)),
    listing: () => ({ status: 'closed', queueIds: queues.slice(3) }),
    parts: 1,
  },
  'closed, that an agent has answered': { viewer: () => admin, listing: () => ({ status: 'closed', users: [agentId] }), parts: 1 },
  'closed, that some have answered': { viewer: () => admin, listing: () => ({ status: 'closed', users: [agentId, 0] }), parts: 2 },
  'all, of an agent of some queues': { viewer: () => agent(small(), true), listing: () => ({}), parts: 4 },
  'open, of everybody': { viewer: () => admin, listing: () => ({ status: 'open' }), parts: 0 },
};

test.each(Object.entries(lists))('%s', async (_, { viewer, listing, parts }) => {
  for (const offset of [0, 60]) {
    const { listed, read } = await rowsRead(viewer(), listing(), offset);
    expect(listed).toBe(page);
    // Those up to the end of the page and the next of each part, the active ones where the list has them, and the whole tickets of the page.
    expect(read).toBeLessThanOrEqual(offset + page + parts + (listing().status === 'closed' ? 0 : active) + page);
  }
});

test('what has a tag is counted and listed by its tickets where they are few, and by the order of the list where they are many', async () => {
  const count = (listing: Partial<Listing>) => readBy((ctx) => countTickets(ctx, admin, { showAll: true, timeZone: 'UTC', ...listing }));
  // PostgreSQL plans anew for the first few; then it may keep a plan for all tags.
  for (let i = 0; i < 8; i++) for (const tag of [common, rare]) await count({ status: 'closed', tags: [tag] });
  for (const status of ['closed', undefined] as const) {
    expect(await count({ status, tags: [rare] })).toEqual({ listed: 20, read: expect.toSatisfy((read: number) => read <= 60 + active) });
    expect(await count({ status, tags: [rare, common] })).toEqual({
      listed: 20,
      read: expect.toSatisfy((read: number) => read <= 60 + active),
    });
    const { listed, read } = await count({ status, tags: [common] });
    expect([listed, read <= 2_500 + active]).toEqual([1_000, true]);
  }
  const few = await rowsRead(admin, { status: 'closed', tags: [rare] }, 0);
  expect([few.listed, few.read <= 100]).toEqual([20, true]);
  const many = await rowsRead(admin, { status: 'closed', tags: [common] }, 0);
  expect([many.listed, many.read <= 4 * page]).toEqual([page, true]);
});

test('as many tags as may be asked for are one question, and a ticket has to have them all', async () => {
  const own = await company.another();
  const tags = await transaction(own, async ({ db, companyId }) => {
    const { rows } = await sql<{ id: number }>`
      with line as (
        insert into connections (company_id, name, channel, webhook_key) values (${companyId}, 'Telefone', 'simulator', 'chave de tags') returning id
      ), person as (
        insert into contacts (company_id, name) values (${companyId}, 'Cliente') returning id
      ), tag as (
        insert into tags (company_id, name, color) select ${companyId}, 'Etiqueta ' || n, '#000000' from generate_series(1, 500) n returning id
      ), ticket as (
        insert into tickets (company_id, number, status, contact_id, connection_id)
        select ${companyId}, n, 'closed', person.id, line.id from person, line, generate_series(1, 3) n returning id, number
      ), given as (
        insert into ticket_tags (company_id, ticket_id, tag_id)
        select ${companyId}, ticket.id, tag.id from tag, ticket
        where ticket.number = 1 or tag.id < (select max(id) from tag) - case ticket.number when 2 then 0 else 490 end
      )
      select id from tag order by id`.execute(db);
    return rows.map(({ id }) => id);
  });
  const numbers = (tags: number[]) =>
    reading(own, async (ctx) =>
      (await listTickets(ctx, admin, { showAll: true, timeZone: 'UTC', status: 'closed', order: 'oldest', tags }, page, 0)).map(
        ({ number }) => number,
      ),
    );
  expect(await numbers(tags)).toEqual([1]);
  expect(await numbers([...tags.slice(0, -1), ...tags.slice(0, -1)])).toEqual([1, 2]);
  expect(await numbers(tags.slice(0, 9))).toEqual([1, 2, 3]);
  expect(await numbers(tags.slice(0, 10))).toEqual([1, 2]);
});
