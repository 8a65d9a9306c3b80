// A search of messages goes back through the weeks of its company, whatever others write in between.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { filling } from '../../../../test/filling.ts';
import type { Ctx } from '../../../platform/context.ts';
import { literal } from '../../../platform/db/matching.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { listBoardPage, listTicketPage, type TicketQuery, viewerOf } from './reads.ts';
import { type Reach, searchTickets } from './store/search.ts';

/** More than are read one by one for what is rare, so that the rest is found by weeks. */
const messages = 4_600;

let company: TestCompany;
let other: Ctx;
beforeAll(async () => {
  company = await createTestCompany({ features: [] });
  other = await company.another();
  for (const ctx of [company.admin, other]) await filling(ctx, ({ db }) => fill(ctx.companyId, messages).execute(db));
});
afterAll(() => company.close());

/** A ticket for each hundred messages, or `each`, a message every two hours: the oldest a year ago. Every other one holds `par`. */
const fill = (companyId: number, messages: number, each = 100) => sql`
  with line as (
    insert into connections (company_id, name, channel, webhook_key) values (${companyId}, 'Telefone', 'simulator', ${`chave ${companyId}`}) returning id),
  person as (insert into contacts (company_id, name) values (${companyId}, 'Cliente') returning id),
  ticket as (
    insert into tickets (company_id, number, status, contact_id, connection_id)
    select ${companyId}, n, 'closed', person.id, line.id from person, line, generate_series(0, ${messages / each - 1}::int) n returning id, number, contact_id, connection_id)
  insert into messages (company_id, ticket_id, contact_id, connection_id, from_me, body, media_type, state, sent_at, created_at)
  select ${companyId}, t.id, t.contact_id, t.connection_id, false,
    'Pedido ' || case when g in (0, 250) then 'da Agulha' when g = 4500 then 'da agúlha' when g % 2 = 0 then 'comum, par' else 'comum' end, 'conversation', 'received', at, at
  from generate_series(0, ${messages - 1}::int) g
  cross join lateral (select now() - interval '1 year' + g * interval '110 minutes' as at) a
  join ticket t on t.number = g / ${each}::int
  order by g`;

const numbersOf = (ctx: Ctx, search: string, atMost = 1_000) =>
  reading(ctx, async ({ db }) => {
    const { rows } = await sql<{ number: number }>`
      select t.number from search_messages(${literal(search)}, ${atMost}) with ordinality as f (id, place)
      join tickets t on t.company_id = ${ctx.companyId} and t.id = f.id order by place`.execute(db);
    return rows.map(({ number }) => number);
  });

test('a word is found in the oldest message as in the newest, the newest first', async () => {
  expect(await numbersOf(company.admin, 'agulha')).toEqual([45, 2, 0]);
});

test('as many as are wanted are found, from the newest back, and no more', async () => {
  expect(await numbersOf(company.admin, 'pedido', 4_300)).toEqual(
    Array.from({ length: 4_300 }, (_, i) => Math.floor((messages - 1 - i) / 100)),
  );
  expect(await numbersOf(company.admin, 'pedido', 10_000)).toHaveLength(messages);
  expect(await numbersOf(company.admin, 'pedido', 3)).toEqual([45, 45, 45]);
});

test('what is at the end of what is read one by one is found once', async () => {
  // The newest thousand begin with ticket 36, the three thousand before with ticket 6.
  for (const number of [36, 6, 4])
    await transaction(company.admin, ({ db, companyId }) =>
      sql`update messages m set body = 'Fronteira' from tickets t
        where m.company_id = ${companyId} and t.company_id = ${companyId} and t.number = ${number} and m.id = (
          select min(id) from messages where company_id = ${companyId} and ticket_id = t.id)`.execute(db),
    );
  expect(await numbersOf(company.admin, 'fronteira')).toEqual([36, 6, 4]);
  // Two in 4,000 promise too little to read on.
  expect(await readFor(company.admin, 'fronteira', 100)).toEqual([1_000, 3_000, '1 week', '2 weeks', 'all']);
});

test('the name of a file is found as a word is, however old, unless it was deleted', async () => {
  const name = (number: number, name: string, deleted = false) =>
    transaction(company.admin, ({ db, companyId }) =>
      sql`update messages m set media_type = 'application', media_name = ${name}, is_deleted = ${deleted} from tickets t
        where m.company_id = ${companyId} and t.company_id = ${companyId} and t.number = ${number} and m.id = (
          select min(id) from messages where company_id = ${companyId} and ticket_id = t.id)`.execute(db),
    );
  await name(45, 'Orçamento da cozinha.pdf');
  await name(1, 'orcamento antigo.pdf');
  await name(3, 'orçamento apagado.pdf', true);
  expect(await numbersOf(company.admin, 'orçamento')).toEqual([45, 1]);
  expect(await numbersOf(company.admin, 'orçamento', 1)).toEqual([45]);
});

test('captions and texts are found as one reads them, old as new; what a customer took back is not, what we took back is', async () => {
  const changes = [
    { body: 'Maçã no saguão' },
    { body: 'saguão na imagem', media_type: 'image' },
    { body: 'saguão no vídeo', media_type: 'video' },
    { body: 'saguão no arquivo', media_type: 'application' },
    { body: 'saguão que nós apagamos', is_deleted: true, from_me: true },
    { body: 'saguão que o cliente apagou', is_deleted: true },
    { body: 'saguão de um cartão', media_type: 'vcard' },
  ] as const;
  await transaction(company.admin, async ({ db, companyId }) => {
    for (const number of [2, 40])
      for (const [place, change] of changes.entries())
        await db
          .updateTable('messages')
          .set(change)
          .where('company_id', '=', companyId)
          .where(
            'id',
            '=',
            sql<number>`(select m.id from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
            where m.company_id = ${companyId} and t.number = ${number} order by m.id offset ${place + 10} limit 1)`,
          )
          .execute();
  });
  expect(await numbersOf(company.admin, 'saguao')).toEqual([40, 40, 40, 40, 40, 2, 2, 2, 2, 2]);
});

test('notes are found by what people wrote in them, not by what a merge noted', async () => {
  await transaction(company.admin, ({ db, companyId }) =>
    sql`insert into ticket_notes (company_id, ticket_id, note, kind)
      select ${companyId}, t.id, 'Telha ' || t.number, case t.number when 7 then 'mergedInto' else 'written' end
      from tickets t where t.company_id = ${companyId} and t.number in (6, 7, 8) order by t.number`.execute(db),
  );
  const found = await reading(company.admin, async ({ db, companyId }) => {
    const { rows } = await sql<{ number: number }>`
      select t.number from search_notes(${literal('telha')}, 10) with ordinality as f (id, place)
      join tickets t on t.company_id = ${companyId} and t.id = f.id order by place`.execute(db);
    return rows.map(({ number }) => number);
  });
  expect(found).toEqual([8, 6]);
});

test('a number is found as it is shown, too', async () => {
  await transaction(company.admin, ({ db, companyId }) =>
    sql`update contacts set number = '5548905550142' where company_id = ${companyId}`.execute(db),
  );
  for (const search of ['5548905550142', '+55 48 90555-0142', '(48) 90555']) {
    const { count } = await listTicketPage(company.admin, { searchParam: search, pageNumber: 1, showAll: true, withUnreadMessages: false });
    expect(count, search).toBe(messages / 100);
  }
});

test('of what is very common a search shows the newest and says so; in another order, or where a filter leaves less than five, it looks further back', async () => {
  const own = await company.another();
  await filling(own, ({ db }) => fill(own.companyId, 3_000, 5).execute(db));
  await transaction(own, ({ db, companyId }) =>
    sql`update tickets set priority = true where company_id = ${companyId} and number < 578`.execute(db),
  );
  const search = async (searchParam: string, narrow: Partial<TicketQuery> = {}) => {
    const {
      tickets,
      count,
      newestOnly = false,
    } = await listTicketPage(own, {
      ...{ searchParam, pageNumber: 1, showAll: true, withUnreadMessages: false },
      ...narrow,
    });
    return [tickets.length, count, newestOnly];
  };
  // Of 100 messages, and of 600. Number 0 is what no text names.
  expect(await search('comum')).toEqual([21, 21, true]);
  expect(await search('comum', { order: 'newest' })).toEqual([21, 21, true]);
  expect(await search('comum', { pageNumber: 2 })).toEqual([0, 21, true]);
  expect(await search('comum', { order: 'oldest' })).toEqual([40, 121, true]);
  for (const [pageNumber, shown] of [
    [1, 40],
    [2, 40],
    [3, 19],
    [4, 0],
  ] as const)
    expect(await search('comum', { priority: true, pageNumber })).toEqual([shown, 99, true]);
  for (const [newest, shown] of [
    [5, 5],
    [4, 4 + 6],
  ] as const) {
    await transaction(own, ({ db, companyId }) =>
      sql`update tickets set chatbot = number between 480 and 485 or number >= ${600 - newest} where company_id = ${companyId}`.execute(db),
    );
    expect(await search('comum', { chatbot: true })).toEqual([shown, shown, true]);
  }
  expect(await search('agulha')).toEqual([2, 2, false]);
  // It looks again only where there may be more.
  const looks = async (...asked: Parameters<typeof search>) =>
    (await company.statements(() => search(...asked))).filter((statement) => statement.includes('search_messages')).length;
  expect([await looks('comum', { chatbot: true }), await looks('agulha'), await looks('comum', { order: 'oldest' })]).toEqual([2, 1, 1]);
});

test('a search of the board reaches conversations that are older than the newest', async () => {
  const own = await company.another();
  await filling(own, ({ db }) => fill(own.companyId, 3_000, 5).execute(db));
  await transaction(own, ({ db, companyId }) =>
    sql`update tickets set status = 'pending' where company_id = ${companyId} and number = 500`.execute(db),
  );
  const { tickets } = await listBoardPage(own, { searchParam: 'comum', pageNumber: 1, showAll: true });
  expect(tickets.map(({ number }) => number)).toEqual([500]);
});

test('an agent finds what is older, where all of the newest that hold a word are of queues that are not theirs', async () => {
  const own = await company.another();
  await filling(own, ({ db }) => fill(own.companyId, 3_000, 5).execute(db));
  // Number 0 is what no text names.
  await transaction(own, ({ db, companyId }) =>
    sql`delete from messages where company_id = ${companyId}
    and ticket_id = (select id from tickets where company_id = ${companyId} and number = 0)`.execute(db),
  );
  await transaction(own, ({ db, companyId }) => sql`delete from tickets where company_id = ${companyId} and number = 0`.execute(db));
  const [queue] = await transaction(own, async ({ db, companyId }) => {
    const { rows } = await sql<{ id: number }>`
      with theirs as (insert into queues (company_id, name, color) values (${companyId}, 'Vendas', '#000000') returning id)
      update tickets t set queue_id = theirs.id from theirs where t.company_id = ${companyId} and t.number between 500 and 540 returning t.queue_id as id`.execute(
      db,
    );
    return rows;
  });
  const actor = { ...own.actor, profile: 'user', queueIds: [queue?.id ?? 0], allTicket: false } as Ctx['actor'];
  const found = (search: string) =>
    listTicketPage({ ...own, actor }, { searchParam: search, pageNumber: 1, showAll: true, withUnreadMessages: false });
  expect(await found('comum')).toMatchObject({ count: 41, hasMore: true, newestOnly: true });
  // Of the newest 600 none is theirs.
  await transaction(own, ({ db, companyId }) =>
    sql`update tickets set queue_id = null where company_id = ${companyId} and number >= 480`.execute(db),
  );
  expect(await found('comum')).toMatchObject({ tickets: [], count: 0, newestOnly: true });
});

test('what was said in a conversation that waits is found by those who may read it: an agent accepts it first', async () => {
  const own = await company.another();
  await filling(own, ({ db }) => fill(own.companyId, 10, 1).execute(db));
  const queueIds = await transaction(own, async ({ db, companyId }) => {
    const { rows } = await sql<{ id: number }>`
      with theirs as (insert into queues (company_id, name, color) values (${companyId}, 'Vendas', '#000000') returning id)
      update tickets t set queue_id = theirs.id, status = case number when 7 then 'pending' else 'closed' end
      from theirs where t.company_id = ${companyId} and t.number in (7, 8) returning t.queue_id as id`.execute(db);
    return rows.map(({ id }) => id);
  });
  const agent = { ...own.actor, profile: 'user', queueIds, allTicket: false } as Ctx['actor'];
  const found = async (actor: Ctx['actor'], status?: 'pending') =>
    (
      await listTicketPage({ ...own, actor }, { searchParam: 'comum', status, pageNumber: 1, showAll: true, withUnreadMessages: false })
    ).tickets.map(({ number }) => number);
  expect([await found(agent), await found(agent, 'pending'), await found(own.actor, 'pending')]).toEqual([[8], [], [7]]);
  await transaction(own, ({ db, companyId }) =>
    sql`update tickets set status = 'open' where company_id = ${companyId} and number = 7`.execute(db),
  );
  expect((await found(agent)).sort()).toEqual([7, 8]);
});

test('two letters find the first 500 contacts by name, and only then say that there may be more', async () => {
  const own = await company.another();
  const people = (from: number, to: number) =>
    transaction(own, ({ db, companyId }) =>
      sql`with line as (
          insert into connections (company_id, name, channel, webhook_key) select ${companyId}, ${`Linha ${from}`}, 'simulator', ${`linha ${from}`} returning id),
        person as (
          insert into contacts (company_id, name) select ${companyId}, 'Ana ' || n from generate_series(${from}::int, ${to}::int) n returning id, name)
        insert into tickets (company_id, number, status, contact_id, connection_id)
        select ${companyId}, substr(name, 5)::int, 'closed', person.id, line.id from person, line`.execute(db),
    );
  const found = async () => {
    const { ids, cut } = await reading(own, (ctx) => searchTickets(ctx, viewerOf(ctx.actor), 'an', { reach: 'newest' }));
    return [ids.length, cut];
  };
  await people(1, 100);
  expect(await found()).toEqual([100, false]);
  await people(101, 505);
  expect(await found()).toEqual([500, true]);
});

test('of messages a search finds so many, and only then says that there may be more', async () => {
  const found = async (messages: number, reach: Reach) => {
    const own = await company.another();
    await filling(own, ({ db }) => fill(own.companyId, messages, 1).execute(db));
    const { ids, cut } = await reading(own, (ctx) => searchTickets(ctx, viewerOf(ctx.actor), 'pedido', { reach }));
    return [ids.length, cut];
  };
  // Number 0 is what no text names.
  expect(await found(700, 'newest')).toEqual([101, true]);
  expect(await found(700, 'far')).toEqual([601, true]);
  expect(await found(99, 'newest')).toEqual([99, false]);
  expect(await found(599, 'far')).toEqual([599, false]);
});

test('of contacts, of their conversations and of notes a search finds so many, and only then says that there may be more', async () => {
  const own = await company.another();
  // So many people of a name, with so many conversations each, of which so many have a note.
  const people = async (name: string, count: number, conversations: number, notes = 0) =>
    transaction(own, ({ db, companyId }) =>
      sql`with line as (
          insert into connections (company_id, name, channel, webhook_key) select ${companyId}, ${name}::text, 'simulator', ${`linha ${name}`} returning id),
        person as (
          insert into contacts (company_id, name) select ${companyId}, ${name}::text || ' ' || n from generate_series(1, ${count}::int) n returning id),
        ticket as (
          insert into tickets (company_id, number, status, contact_id, connection_id)
          select ${companyId}, (select coalesce(max(number), 0) from tickets where company_id = ${companyId}) + row_number() over (), 'closed', person.id, line.id
          from person, line, generate_series(1, ${conversations}::int) returning id)
        insert into ticket_notes (company_id, ticket_id, note, kind) select ${companyId}, id, ${`Nota de ${name}`}::text, 'written' from ticket limit ${notes}`.execute(
        db,
      ),
    );
  const found = async (search: string, reach: Reach) => {
    const { ids, cut } = await reading(own, (ctx) => searchTickets(ctx, viewerOf(ctx.actor), search, { reach }));
    return [ids.length, cut];
  };
  await people('Bruno', 301, 1);
  await people('Carla', 1, 2_001, 301);
  expect(await found('bruno', 'newest')).toEqual([100, true]);
  expect(await found('bruno', 'far')).toEqual([300, true]);
  expect(await found('carla 1', 'newest')).toEqual([500, true]);
  expect(await found('carla 1', 'far')).toEqual([2_000, true]);
  expect(await found('nota de carla', 'newest')).toEqual([100, true]);
  expect(await found('nota de carla', 'far')).toEqual([300, true]);
  await people('Diana', 99, 1);
  await people('Elisa', 1, 499, 99);
  for (const [search, count] of [
    ['diana', 99],
    ['elisa 1', 499],
    ['nota de elisa', 99],
  ] as const)
    for (const reach of ['newest', 'far'] as const) expect(await found(search, reach), search).toEqual([count, false]);
});

test('what nobody wrote is found nowhere', async () => {
  expect(await numbersOf(company.admin, 'navalha')).toEqual([]);
});

test('a search finds the company’s own tickets only', async () => {
  const own = async (ctx: Ctx) => new Set((await reading(ctx, (ctx) => searchTickets(ctx, viewerOf(ctx.actor), 'agulha'))).ids);
  const [ours, theirs] = [await own(company.admin), await own(other)];
  expect([ours.size, theirs.size, new Set([...ours, ...theirs]).size]).toEqual([3, 3, 6]);
});

test('a part of a word is found in any script, over the end of a word, and in what is not a letter', async () => {
  const write = (number: number, body: string) =>
    transaction(company.admin, ({ db, companyId }) =>
      sql`update messages m set body = ${body} from tickets t
        where m.company_id = ${companyId} and t.company_id = ${companyId} and t.number = ${number} and m.id = (
          select max(id) from messages where company_id = ${companyId} and ticket_id = t.id)`.execute(db),
    );
  await write(0, 'Já paguei o boleto: 50% à vista, cód. AB-1234_x');
  await write(1, 'Когда привезут заказ? 明天可以送货吗');
  for (const part of ['bole', 'uei o bol', 'leto: 50%', '50%', 'B-1234_', '34_x', 'à vi', 'o', 'a v'])
    expect([part, (await numbersOf(company.admin, part, 10_000)).at(-1)]).toEqual([part, 0]);
  for (const part of ['привез', 'ивезут зак', 'а при', '可以送', '送货'])
    expect([part, await numbersOf(company.admin, part)]).toEqual([part, [1]]);
  for (const part of ['uei bol', '50_', 'B-1234%', 'привезутт', '以可送'])
    expect([part, await numbersOf(company.admin, part)]).toEqual([part, []]);
});

test('a whole number is found, old as new, and not another that ends alike', async () => {
  const write = (number: number, body: string) =>
    transaction(company.admin, ({ db, companyId }) =>
      sql`update messages m set body = ${body} from tickets t
        where m.company_id = ${companyId} and t.company_id = ${companyId} and t.number = ${number} and m.id = (
          select min(id) + 5 from messages where company_id = ${companyId} and ticket_id = t.id)`.execute(db),
    );
  for (const number of [1, 44]) await write(number, 'Ligue para 5511950000444.');
  for (const number of [3, 43]) await write(number, 'Ligue para 5521950000444.');
  expect(await numbersOf(company.admin, '5511950000444')).toEqual([44, 1]);
  expect(await numbersOf(company.admin, '50000444')).toEqual([44, 43, 3, 1]);
});

describe('how many messages are read one by one, before those of whole weeks', () => {
  test('a thousand for what is in none of them', async () => {
    expect(await readFor(company.admin, 'navalha', 100)).toEqual([1_000, '1 week', '2 weeks', 'all']);
  });

  test('four thousand for what is in few of them', async () => {
    expect(await readFor(company.admin, 'agulha', 100)).toEqual([1_000, 3_000, '1 week', '2 weeks', 'all']);
  });

  test('all of a small company, and a common word until there are enough', async () => {
    const [small, busy] = [await company.another(), await company.another()];
    await filling(small, ({ db }) => fill(small.companyId, 900).execute(db));
    await filling(busy, ({ db }) => fill(busy.companyId, 8_000).execute(db));
    expect(await readFor(small, 'navalha', 100)).toEqual([900]);
    expect(await readFor(busy, 'comum', 900)).toEqual([1_000]);
    const [first, second, third, ...more] = await readFor(busy, 'par', 3_000);
    // Of 4,000 there were 2,000, so 2,000 hold the rest.
    expect([first, second, Math.floor(Number(third) / 1_000), more]).toEqual([1_000, 3_000, 2, []]);
  });
});

describe('how many weeks are read', () => {
  /** A company with `antigo` in ten messages of some weeks: so many before that of the oldest message that is read by itself. */
  async function givenOld(ids: 'side by side' | 'between those of others', ...weeks: number[]): Promise<Ctx> {
    const own = await company.another();
    await transaction(own, async ({ db, companyId }) => {
      await fill(companyId, 3_000).execute(db);
      for (const before of weeks)
        await sql`
          with oldest as materialized (
            select company_week(company_id, created_at) as week from messages where company_id = ${companyId} order by id desc offset 999 limit 1
          ), chosen as materialized (
            select m.id from messages m, oldest where m.company_id = ${companyId} and company_week(m.company_id, m.created_at) = oldest.week - ${before}::int
            order by m.id limit 10
          )
          update messages m set body = 'antigo' from chosen where m.company_id = ${companyId} and m.id = chosen.id`.execute(db);
      if (ids !== 'side by side') await sql`update messages set id = 1_000_000_000 + id * 5 where company_id = ${companyId}`.execute(db);
    });
    return own;
  }

  test('as many as seem to hold the rest, at most twice as many each time; all at once for what is rare', async () => {
    const own = await givenOld('side by side', 1, 2, 5);
    // The first is one after that of the oldest, where the clock was wrong.
    expect(await readFor(own, 'antigo', 10)).toEqual([1_000, '1 week', '2 weeks']);
    expect(await readFor(own, 'antigo', 11)).toEqual([1_000, '1 week', '2 weeks', '1 week']);
    expect(await readFor(own, 'antigo', 40)).toEqual([1_000, '1 week', '2 weeks', '4 weeks', '2 weeks', 'all']);
    // None of them twice.
    expect(await numbersOf(own, 'antigo', 40)).toHaveLength(30);
  });

  test('never all at once where most messages are those of others', async () => {
    const own = await givenOld('between those of others', 1);
    const read = await readFor(own, 'antigo', 1_000);
    expect(read.slice(0, 4)).toEqual([1_000, '1 week', '2 weeks', '4 weeks']);
    expect(read).not.toContain('all');
  });
});

type Plan = {
  'Node Type': string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};

describe('how messages are read does not depend on what the statistics say', () => {
  /** What the planner believes of messages: how many there are, of how many companies. */
  const believed = {
    'what was found': null,
    'few messages of many companies': { tuples: 5_000, companies: 5_000 },
    'very many messages of many companies': { tuples: 500_000_000, companies: 100_000 },
    'very many messages of one company': { tuples: 500_000_000, companies: 1 },
  } as const;

  test.each(Object.entries(believed))('%s', async (_, belief) => {
    const read = new Set<string>();
    const client = new pg.Client({ connectionString: company.database.superUrl });
    onScan(client, (plan) => read.add([plan['Node Type'], plan['Index Name'], ...conditionsOf(plan)].filter(Boolean).join(', ')));
    await client.connect();
    try {
      await client.query('analyze messages');
      if (belief)
        await client.query(
          `select pg_restore_relation_stats('schemaname', 'public', 'relname', 'messages', 'relpages', 100, 'reltuples', ${belief.tuples}::real),
            pg_restore_attribute_stats('schemaname', 'public', 'relname', 'messages', 'attname', 'company_id', 'inherited', false,
              'null_frac', 0::real, 'avg_width', 8, 'n_distinct', ${belief.companies}::real)`,
        );
      await client.query(`${explained}; set app.company_id = ${company.admin.companyId}`);
      // Plans for any value come after five for the values at hand.
      for (const word of [...Array.from({ length: 6 }, () => 'navalha'), 'agulha'])
        await client.query(`select search_messages($1, 100)`, [word]);
    } finally {
      await client.end();
    }
    expect([...read].sort()).toEqual([
      'Bitmap Heap Scan',
      'Bitmap Index Scan, messages_names, week, words',
      'Bitmap Index Scan, messages_names, words',
      'Bitmap Index Scan, messages_parts, week, words',
      'Bitmap Index Scan, messages_parts, words',
      'Index Scan, messages_pkey, company',
      'Index Scan, messages_pkey, company, id',
    ]);
  });
});

/** The plans of all that the connection asks, as the product would ask it. */
const explained = `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
  set auto_explain.log_format = json; set auto_explain.log_analyze = on; set role balcao; set client_min_messages = log; set statement_timeout = '5s'`;

/** How many messages a search reads one by one, step by step, and how many weeks after them. */
async function readFor(ctx: Ctx, word: string, atMost: number): Promise<(number | string)[]> {
  const client = new pg.Client({ connectionString: company.database.superUrl });
  const read: (number | string)[] = [];
  onScan(client, (plan) => {
    const index = plan['Index Name'] ?? '';
    if (index === 'messages_pkey' && (plan['Actual Rows'] ?? 0) > 1) read.push(plan['Actual Rows'] ?? 0);
    else if (index === 'messages_parts') {
      const weeks = plan['Actual Loops'] ?? 0;
      read.push(conditionsOf(plan).includes('week') ? `${weeks} week${weeks === 1 ? '' : 's'}` : 'all');
    }
  });
  await client.connect();
  try {
    await client.query(`${explained}; set app.company_id = ${ctx.companyId}`);
    await client.query('select search_messages($1, $2)', [word, atMost]);
  } finally {
    await client.end();
  }
  return read;
}

/** Calls `seen` for each part of these plans that reads messages. */
function onScan(client: pg.Client, seen: (plan: Plan) => void): void {
  const walk = (plan: Plan) => {
    if (plan['Relation Name'] === 'messages' || plan['Index Name']?.startsWith('messages_')) seen(plan);
    plan.Plans?.forEach(walk);
  };
  client.on('notice', ({ message = '' }) => {
    if (message.includes('  plan:')) walk((JSON.parse(message.slice(message.indexOf('{'))) as { Plan: Plan }).Plan);
  });
}

/** By what an index finds rows. */
function conditionsOf({ 'Index Cond': condition = '' }: Plan): string[] {
  const known = { week: '65536', words: /searchable|parts_of_words/, company: /\(company_id = /, id: /\(id = / };
  return Object.entries(known).flatMap(([name, sign]) => (condition.search(sign) >= 0 ? [name] : []));
}
