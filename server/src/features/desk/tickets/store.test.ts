// The list as SQL says it and the list as the browser says it are one list.
import { compareTickets, orderOf, ticketOrders } from '@balcao/contract/ticket-list-rules';
import { noQueue, type TicketFilter, ticketBelongs, ticketCountMax, ticketStatuses, type Viewer } from '@balcao/contract/ticket-rules';
import { profiles } from '@balcao/contract/user-rules';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { countFilters, countTickets, type Listing, listTickets } from './store/list.ts';
import { listMarks } from './store/marks.ts';
import { ticketView } from './view.ts';

let company: TestCompany;
let users: number[];
let queues: number[];
let tags: number[];

beforeAll(async () => {
  company = await createTestCompany({ features: [] });
  const { companyId } = company.admin;
  // Every combination of what decides where a ticket is listed, each with a contact of its own.
  await transaction(company.admin, async ({ db }) => {
    const ids = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(db)).rows.map((row) => row.id);
    users = await ids(sql`insert into users (company_id, name, email, password_hash)
      select ${companyId}, 'Pessoa ' || i, 'pessoa' || i || '@loja.example', '' from generate_series(1, 3) i returning id`);
    queues = await ids(sql`insert into queues (company_id, name, color)
      select ${companyId}, 'Fila ' || i, '#00000' || i from generate_series(1, 3) i returning id`);
    tags = await ids(sql`insert into tags (company_id, name, color, kanban)
      select ${companyId}, 'Etiqueta ' || i, '#000000', i > 1 from generate_series(1, 3) i returning id`);
    await sql`insert into connections (company_id, name, channel, webhook_key) values (${companyId}, 'Telefone', 'simulator', 'chave')`.execute(
      db,
    );
    await sql`
      with combined as (
        select row_number() over () as n, status, queue_id, user_id, unread from unnest(array['pending', 'open', 'closed']) status,
          unnest(${[...queues, null]}::bigint[]) queue_id, unnest(${[...users, null]}::bigint[]) user_id,
          unnest(array[0, 2]) unread, generate_series(1, 2)
      ), contact as (
        insert into contacts (company_id, name) select ${companyId}, 'Cliente ' || n from combined returning id, substr(name, 9)::int as n
      )
      insert into tickets (company_id, number, status, queue_id, user_id, unread_messages, contact_id, connection_id, updated_at, waiting_since, priority, snoozed_at, chatbot)
      select ${companyId}, n, status, queue_id, user_id, unread, contact.id, (select id from connections), now() - (n % 50) * interval '1 minute',
        case when n % 3 > 0 then now() - (n % 7) * interval '1 hour' end, n % 5 = 0, case when n % 4 = 0 then now() end, n % 6 = 0
      from combined join contact using (n)`.execute(db);
    await sql`insert into ticket_tags (company_id, ticket_id, tag_id)
      select ${companyId}, t.id, g.id from tickets t, tags g where t.id % 4 in (g.id % 2, 2)`.execute(db);
    await sql`insert into ticket_marks (company_id, user_id, ticket_id, pinned)
      select ${companyId}, u.id, t.id, t.id % 2 = 0 from tickets t, users u where t.id % 9 = u.id % 9`.execute(db);
  });
});
afterAll(() => company.close());

/** One of these, or none of the company's. */
const oneOf = (ids: number[]) => fc.constantFrom(...ids, 999_999);

function viewers(): fc.Arbitrary<Viewer> {
  return fc.record({
    id: oneOf(users),
    profile: fc.constantFrom(...profiles),
    queueIds: fc.uniqueArray(oneOf(queues), { maxLength: 3 }),
    allTicket: fc.boolean(),
  });
}

/** Mostly nothing: of filters that are all set, hardly a ticket belongs anywhere. */
const rarely = <T>(value: fc.Arbitrary<T>) => fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary: value, weight: 1 });
const some = (ids: number[]) => rarely(fc.array(oneOf(ids), { maxLength: 3 }));

function filters(): fc.Arbitrary<TicketFilter> {
  return fc.record({
    status: fc.option(fc.constantFrom(...ticketStatuses), { nil: undefined }),
    showAll: fc.boolean(),
    queueIds: fc.option(fc.array(oneOf([...queues, noQueue]), { maxLength: 3 }), { nil: undefined, freq: 2 }),
    withUnreadMessages: rarely(fc.boolean()),
    tags: some(tags),
    users: some(users),
    active: rarely(fc.boolean()),
    lane: rarely(fc.oneof(oneOf(tags), fc.constant(null))),
    snoozed: rarely(fc.boolean()),
    chatbot: rarely(fc.boolean()),
    unread: rarely(fc.boolean()),
    untagged: rarely(fc.boolean()),
    priority: rarely(fc.boolean()),
  });
}

const listingOf = (filter: TicketFilter): Listing => ({ ...filter, timeZone: 'UTC' });
const operator: Viewer = { id: 0, profile: 'admin', queueIds: [], allTicket: true };

test('a ticket is in the list that SQL gives exactly when it belongs there, in the order that both keep', async () => {
  const all = await reading(company.admin, (ctx) => listTickets(ctx, operator, listingOf({ showAll: true }), 1000, 0));
  expect(all).toHaveLength(192);
  const views = new Map(all.map((row) => [row.id, { ...ticketView(row, String), waitingSince: row.waiting_since?.toISOString() ?? null }]));
  let found = 0;
  await fc.assert(
    fc.asyncProperty(viewers(), filters(), fc.constantFrom(...ticketOrders), async (viewer, filter, order) => {
      const { listed, count, counts, pins } = await reading(company.admin, async (ctx) => ({
        listed: await listTickets(ctx, viewer, { ...listingOf(filter), order }, 1000, 0),
        count: await countTickets(ctx, viewer, listingOf(filter)),
        counts: await countFilters(ctx, viewer, listingOf(filter)),
        pins: (await listMarks(ctx, viewer, 1000)).flatMap(({ ticketId, pinned }) => (pinned ? [ticketId] : [])),
      }));
      const isActive = filter.status === 'pending' || filter.status === 'open';
      const inOrder = compareTickets(orderOf({ ...filter, order }), new Set(isActive ? pins : []));
      const belonging = [...views.values()].filter((ticket) => ticketBelongs(viewer, filter, ticket)).sort(inOrder);
      expect(listed.map(({ id }) => id)).toEqual(belonging.map(({ id }) => id));
      expect(count).toBe(belonging.length);
      if (belonging.length > 0) found++;
      const among = (more: TicketFilter) => belonging.filter((ticket) => ticketBelongs(viewer, more, ticket)).length;
      expect(counts).toMatchObject({
        snoozed: among({ showAll: true, snoozed: true }),
        unread: among({ showAll: true, snoozed: false, unread: true }),
        untagged: among({ showAll: true, snoozed: false, untagged: true }),
        priority: among({ showAll: true, snoozed: false, priority: true }),
        chatbot: among({ showAll: true, snoozed: false, chatbot: true }),
      });
      const inQueues = new Map(counts.queues.map(({ queueId, count: n }) => [queueId, n]));
      for (const queueId of [...queues, noQueue])
        expect(inQueues.get(queueId) ?? 0).toBe(among({ showAll: true, snoozed: false, queueIds: [queueId] }));
    }),
    { numRuns: 300, examples: [[operator, { showAll: true, queueIds: [...queues, ...queues] }, 'newest']] },
  );
  expect(found, 'lists that were not empty').toBeGreaterThan(100);
});

test('pages follow each other in the order of the last change, without gap or repetition', async () => {
  const listing = listingOf({ showAll: true });
  const { all, pages } = await reading(company.admin, async (ctx) => ({
    all: await listTickets(ctx, operator, listing, 1000, 0),
    pages: await Promise.all([0, 40, 80, 120, 160].map((offset) => listTickets(ctx, operator, listing, 40, offset))),
  }));
  expect(pages.flat().map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  const times = all.map((ticket) => ticket.updated_at.getTime());
  expect(times).toEqual([...times].sort((a, b) => b - a));
});

test('another company lists none of them', async () => {
  const other = await company.another();
  expect(await reading(other, (ctx) => listTickets(ctx, operator, listingOf({ showAll: true }), 1000, 0))).toEqual([]);
});

test('counting ends at the most that is told, also where a list is put together of several parts', async () => {
  const other = await company.another();
  await transaction(other, ({ db, companyId }) =>
    sql`
      with line as (
        insert into connections (company_id, name, channel, webhook_key) values (${companyId}, 'Telefone', 'simulator', 'outra chave') returning id
      ), person as (
        insert into contacts (company_id, name) select ${companyId}, 'Cliente ' || n from generate_series(1, 20) n returning id
      )
      insert into tickets (company_id, number, status, contact_id, connection_id)
      select ${companyId}, n * 1000 + person.id, case when n = 1 then 'pending' else 'closed' end, person.id, line.id
      from line, person, generate_series(1, ${ticketCountMax / 20 + 1}::int) n`.execute(db),
  );
  expect(await reading(other, (ctx) => countTickets(ctx, operator, listingOf({ showAll: true })))).toBe(ticketCountMax);
});
