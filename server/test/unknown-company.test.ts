// What people and jobs ask at once of a company that has just taken in thousands of contacts and conversations. The statistics of PostgreSQL do not know
// it yet, and take it for a company of one row: where each row of a table is compared with each of another, it takes longer than a statement may here,
// and where all rows are gone through for each, more is read.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trafficToday } from '../src/features/channels/connection-health/store.ts';
import { countMedia, findInThread } from '../src/features/desk/messages/store/looking.ts';
import { type Listing, listTickets } from '../src/features/desk/tickets/store/list.ts';
import { movesOfChat } from '../src/features/desk/tickets/store/moves.ts';
import { longestWaiting } from '../src/features/desk/tickets/store/workload.ts';
import { countAdded, sumFinished, sumQueued, sumTimes } from '../src/features/insight/dashboard/store/figures.ts';
import { keepFigures } from '../src/features/insight/dashboard/store/kept.ts';
import { linesAfter, listAttendances, listRatings } from '../src/features/insight/dashboard/store/lists.ts';
import { countActive, listWaiting } from '../src/features/insight/dashboard/store/now.ts';
import { listShippings, lockInOutbox, saveShippings, tryFailedAgain } from '../src/features/outbound/campaigns/store/shippings.ts';
import { markKnown } from '../src/features/outbound/contact-lists/store/checking.ts';
import { compareNext, countMeeting, removeStrangers } from '../src/features/outbound/contact-lists/store/filtering.ts';
import type { Ctx, Tx } from '../src/platform/context.ts';
import { transaction } from '../src/platform/db/transaction.ts';
import { features } from '../src/product.ts';
import { createTestCompany, type TestCompany } from './company.ts';
import { filling } from './filling.ts';
import { blocksRead } from './reads.ts';

const tables = [
  'contacts',
  'contact_identities',
  'tickets',
  'messages',
  'attendances',
  'ticket_tags',
  'ticket_moves',
  'contact_list_items',
  'campaign_shippings',
  'message_outbox',
];
const count = 10_000;
const now = new Date('2026-03-10T15:00:00Z');
const span = { from: '2026-01-01', until: '2026-06-30', timeZone: 'UTC' };
const viewer = { id: 1, profile: 'admin', queueIds: [], allTicket: true } as const;

type Filled = Record<'tagId' | 'listId' | 'contactId' | 'connectionId' | 'campaignId', number>;
let company: TestCompany;
let unknown: Ctx;
let there: Filled;

beforeAll(async () => {
  company = await createTestCompany({ features });
  await fill(company.admin, 1_000);
  await transaction(company.admin, async ({ db }) => {
    // Otherwise the company may become known while we ask.
    for (const table of tables) await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db);
    await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);
  });
  unknown = await company.another();
  there = await fill(unknown, count);
});
afterAll(() => company.close());

/** One of five waits for a person. Every second has a tag, and everybody is in a list. */
function fill(ctx: Ctx, contacts: number): Promise<Filled> {
  return filling(ctx, async ({ db, companyId }) => {
    const id = sql`${companyId}::bigint`;
    const made = async (statement: ReturnType<typeof sql>) =>
      (await statement.execute(db)).rows.map((row) => (row as { id: number }).id)[0] ?? 0;
    const connectionId = await made(
      sql`insert into connections (company_id, name, channel, webhook_key) values (${id}, 'Loja', 'simulator', ${`key-${companyId}`}) returning id`,
    );
    const tagId = await made(sql`insert into tags (company_id, name, color) values (${id}, 'Pedido', '#1164a9') returning id`);
    const listId = await made(sql`insert into contact_lists (company_id, name) values (${id}, 'Clientes') returning id`);
    const contactId = await made(sql`
      insert into contacts (company_id, name, number, named)
      select ${id}, 'Cliente ' || n, (5547900000000 + n)::text, true from generate_series(1, ${contacts}::int) n returning id`);
    const each = sql`from contacts where company_id = ${id}`;
    await sql`insert into contact_identities (company_id, contact_id, kind, value) select company_id, id, 'phone', number ${each}`.execute(
      db,
    );
    await sql`insert into contact_list_items (company_id, list_id, name, number) select company_id, ${listId}, name, number ${each}`.execute(
      db,
    );
    await sql`
      insert into tickets (company_id, contact_id, connection_id, number, status, closed_updated_at)
      select company_id, id, ${connectionId}, n, case when n % 5 = 0 then 'pending' else 'closed' end, case when n % 5 > 0 then ${now}::timestamptz + n * interval '1 second' end
      from (select *, row_number() over () as n ${each}) c`.execute(db);
    const ofEach = sql`from tickets where company_id = ${id}`;
    await sql`
      insert into messages (company_id, ticket_id, contact_id, connection_id, from_me, media_type, media_key, state, sent_at)
      select company_id, id, contact_id, ${connectionId}, false, 'image', 'file', 'received', ${now} ${ofEach}`.execute(db);
    await sql`
      insert into attendances (company_id, ticket_id, contact_id, queued_at, finished_at, rating)
      select company_id, id, contact_id, ${now}, case when status = 'closed' then ${now}::timestamptz + number * interval '1 second' end, 3 ${ofEach}`.execute(
      db,
    );
    await sql`insert into ticket_tags (company_id, ticket_id, tag_id) select company_id, id, ${tagId} ${ofEach} and number % 2 = 0`.execute(
      db,
    );
    await sql`insert into ticket_moves (company_id, ticket_id, kind, at) select company_id, id, 'closed', ${now} ${ofEach}`.execute(db);
    await sql`
      insert into messages (company_id, ticket_id, contact_id, connection_id, from_me, media_type, body, state, sent_at)
      select company_id, id, contact_id, ${connectionId}, false, 'conversation', 'Segue a foto', 'received', ${now}
      from (select * ${ofEach} and contact_id = ${contactId}) t cross join generate_series(1, ${contacts}::int)`.execute(db);
    const campaignId = await made(
      sql`insert into campaigns (company_id, name, connection_id) values (${id}, 'Novidades', ${connectionId}) returning id`,
    );
    await sql`
      with written as (
        insert into messages (company_id, ticket_id, contact_id, connection_id, from_me, automatic, client_key, media_type, body, state, sent_at)
        select company_id, id, contact_id, ${connectionId}, true, 'campaign', 'automatic:campaign:' || id || ':0:t0', 'conversation', 'Oi', 'queued', ${now} ${ofEach}
        returning id, contact_id
      ), waiting as (
        insert into message_outbox (company_id, message_id, connection_id, contact_id, created_at, updated_at)
        select ${id}, id, ${connectionId}, contact_id, ${now}, ${now} from written order by id limit 200
      )
      insert into campaign_shippings (company_id, campaign_id, name, number, state, message_id)
      select ${id}, ${campaignId}, 'Cliente', id::text, 'failed', id from written`.execute(db);
    return { tagId, listId, contactId, connectionId, campaignId };
  });
}

const page = (listing: Partial<Listing>) => (ctx: Tx) =>
  listTickets(ctx, viewer, { showAll: true, timeZone: 'UTC', ...listing } as Listing, 400, 0);
const filter = () => ({ tags: [there.tagId], lastContact: null, field: null });

async function manyChange(ctx: Tx) {
  const some = await listShippings(ctx, { campaignId: there.campaignId, filter: null, search: '' }, 1_000, 0);
  await saveShippings(
    ctx,
    there.campaignId,
    some.map(({ id }) => ({ id, change: { reason: 'number' } })),
  );
}

/** `each`: how many blocks may be looked at for each row of the company. Each has its key looked up in some tables. */
test.each<[string, (ctx: Tx) => Promise<unknown>, each?: number]>([
  ['a page of tickets', page({ status: 'pending' })],
  ['closed tickets without a tag', page({ status: 'closed', untagged: true })],
  ['tickets with a file', page({ hasFile: true })],
  ['what happened to the tickets of a chat', (ctx) => movesOfChat(ctx, there, sql`true`, 200)],
  ['who has waited longest', (ctx) => longestWaiting(ctx, viewer, null)],
  ['what is finished by day', (ctx) => sumFinished(ctx, span)],
  ['what is queued by day', (ctx) => sumQueued(ctx, span)],
  ['how long it took, by queue', (ctx) => sumTimes(ctx, span, 'queue')],
  ['new contacts by day', (ctx) => countAdded(ctx, span)],
  ['a page of attendances', (ctx) => listAttendances(ctx, span, { of: 'finished' }, 400, 0)],
  ['lines of an export', (ctx) => linesAfter(ctx, span, { of: 'finished' }, null, 1_000)],
  ['a page of ratings', (ctx) => listRatings(ctx, span, {}, 400, 0)],
  ['the figures of days that are kept', (ctx) => keepFigures(ctx, span, 'finished', 400)],
  ['what is active', (ctx) => countActive(ctx, now)],
  ['who waits', (ctx) => listWaiting(ctx)],
  ['how many contacts a filter finds', (ctx) => countMeeting(ctx, filter(), now, 20_000)],
  [
    'a portion of a list that follows a filter',
    (ctx) => compareNext(ctx, { id: there.listId, filter: filter(), removing: true }, 0, { now, limit: 5_000 }),
  ],
  ['a text in a long chat', (ctx) => findInThread(ctx, there, { search: 'foto', from: 'all' }, sql`t.status <> 'open'`, 50)],
  ['how many files there are of a contact', (ctx) => countMedia(ctx, there.contactId, sql`t.status <> 'open'`)],
  ['a page of a campaign', (ctx) => listShippings(ctx, { campaignId: there.campaignId, filter: null, search: '' }, 400, 0)],
  ['what of a campaign waits to be sent', (ctx) => lockInOutbox(ctx, there.campaignId), 10],
  ['what becomes of a thousand of a campaign', manyChange],
  ['all that failed of a campaign', (ctx) => tryFailedAgain(ctx, there.campaignId, []), 25],
  ['what a connection sent today', (ctx) => trafficToday(ctx, there.connectionId, { now, timeZone: 'UTC' })],
  ['who left a list', (ctx) => removeStrangers(ctx, there.listId, 1_000)],
  ['whose number is known to be valid', (ctx) => markKnown(ctx, there.listId, now, 1_000)],
])('%s: at once in a company of which the statistics know nothing yet', async (_, ask, each = 5) => {
  await transaction(unknown, async (ctx) => {
    await sql`set local statement_timeout = 3000`.execute(ctx.db);
    const read = async () => {
      let blocks = 0;
      for (const table of tables) blocks += await blocksRead(ctx, table);
      return blocks;
    };
    const before = await read();
    expect(await ask(ctx)).not.toEqual([]);
    expect((await read()) - before).toBeLessThan(each * count);
  });
});
