// A search shows what reading all contacts would, whether it reads them in the order of the alphabet or asks the index.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { collations, createTestDatabase } from '../../../../test/database.ts';
import { filling } from '../../../../test/filling.ts';
import type { Ctx } from '../../../platform/context.ts';
import { contains, literal } from '../../../platform/db/matching.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { searchContacts } from './store/contacts.ts';

/** More than are read in the order of the alphabet before the index is asked. */
const contacts = 6_000;

let company: TestCompany;
let other: Ctx;
beforeAll(async () => {
  company = await createTestCompany({ features: [] });
  other = await company.another();
  for (const ctx of [other, company.admin]) await filling(ctx, ({ db }) => fill(ctx.companyId).execute(db));
});
afterAll(() => company.close());

/** Everybody's number begins alike, every seventh is a Souza, one in a hundred a Peçanha, and the newest are called Zuleica. Some are as old as a day. */
const fill = (companyId: number, firstNumber = 950_000_000) => sql`
  insert into contacts (company_id, name, number, created_at)
  select ${companyId},
    case when g > ${contacts - 60}::int then 'Zuleica' else (array['Ana', 'Íris', 'bruno', 'Antônio', 'João', 'Yara', 'Otávio'])[1 + (g * 31) % 7] end
      || ' ' || case when g % 7 = 0 then 'Souza' when g % 100 = 1 then 'Peçanha' else (array['Lima', 'Melo_100%', 'Reis'])[1 + g % 3] end
      || case g when 77 then ' 5511950000444' when 78 then ' ***' else '' end,
    '5511' || ${firstNumber}::int + g * 37 || case when g = 12 then '95' else '' end,
    date_trunc('day', now(), 'America/Sao_Paulo') - interval '90 days' + g * interval '20 minutes'
  from generate_series(1, ${contacts}::int) g`;

const listing = (search: string) => ({ search, from: null, until: null, timeZone: 'America/Sao_Paulo' });

const searched = (search: string, limit: number, offset: number, days: { from?: string; until?: string } = {}) =>
  reading(company.admin, async (ctx) => {
    const { rows, count } = await searchContacts(ctx, { ...listing(search), ...days }, limit, offset);
    return { ids: rows.map(({ id }) => id), count };
  });

const plain = (search: string, limit: number, offset: number, days: { from?: string; until?: string } = {}) =>
  reading(company.admin, async ({ db, companyId }) => {
    const { rows } = await sql<{ id: number }>`
      select c.id from contacts c where c.company_id = ${companyId} and ${contains(sql`(c.name || ' ' || c.number)`, search)}
        and (c.created_at at time zone 'America/Sao_Paulo')::date
          between ${days.from ?? '1970-01-01'}::date and ${days.until ?? '2999-01-01'}::date
      order by c.name collate portuguese, c.id limit ${limit + offset}`.execute(db);
    return { ids: rows.slice(offset).map(({ id }) => id), count: rows.length };
  });

const found = {
  'by everybody’s number': '551195',
  'by a common name': 'souza',
  'by a rarer name, with its accent or without': 'pecanha',
  'by a name with accents that it does not have': 'Sôuzá',
  'by a name that only the newest have, at the end of the alphabet': 'ZULEICA',
  'by a first name': 'Íris',
  'by a whole number that another one, and a name, contain': '5511950000444',
  'by a whole number that only ends like others': '5521950000444',
  'by a part of a number': '000444',
  'by a name and the beginning of a number': 'reis 5511',
  'by a name and a whole number': 'reis 5511950000074',
  'by what would be wildcards': 'o_100%',
  'by the end of a word and the beginning of the next': 'na li',
  'by what has no three letters side by side': '% 5',
  'by a sign alone': '_10',
  'by signs that are in no part, of one contact': '***',
  'by nothing that there is': 'jequitibá',
};

describe.each(Object.entries(found))('%s', (_, search) => {
  test.each([
    [31, 0],
    [31, 60],
    [31, 600],
    [500, 0],
  ])('%i after %i', async (limit, offset) => {
    expect(await searched(search, limit, offset)).toEqual(await plain(search, limit, offset));
  });
});

/** Of conversations, the people. */
const ofConversations = (search: string, atMost: number) =>
  reading(company.admin, async ({ db }) => {
    const { rows } = await sql<{ id: number }>`select search_contacts(${literal(search)}, ${atMost}::integer) as id`.execute(db);
    return rows.map(({ id }) => id);
  });

test.each(Object.entries(found))('%s conversations find all their people, and no more than they look for', async (_, search) => {
  const all = (await plain(search, 2 * contacts, 0)).ids.sort((a, b) => a - b);
  expect((await ofConversations(search, 2 * contacts)).sort((a, b) => a - b)).toEqual(all);
  const some = await ofConversations(search, 20);
  expect(some).toHaveLength(Math.min(20, all.length));
  expect(all).toEqual(expect.arrayContaining(some));
});

test.each(['souza', '551195', 'zuleica'])('of the many that are called %s conversations find the newest', async (search) => {
  const all = (await plain(search, 2 * contacts, 0)).ids.sort((a, b) => b - a);
  expect(await ofConversations(search, 20)).toEqual(all.slice(0, 20));
});

test.each(collations)(
  'whatever part of a name is looked for, its parts are among those of the name, in a database that sorts by %s',
  async (collation) => {
    const names = [
      'Zé da Sé',
      'O’Hara  & Filhos_2',
      'ÍRIS-ﬁna 50%',
      'Ζωή Παπαδοπούλου',
      // What a capital sigma becomes depends on what follows, by the rules of languages.
      'ΠΑΣ.ΟΚ Α’ΣΑΣ',
      'İstanbul ẞ',
      '李小龍 阿梅',
      '👩‍🚀 Ana b.c.d',
      'a b c',
      'AÇÃO\\ÇÃO 0x1f',
    ];
    const database = await createTestDatabase(collation);
    const client = new pg.Client({ connectionString: database.superUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string; wanted: string; lacking: string[]; of_a_message: string[]; parts: number }>(
        `with wanted as (
        select name, regexp_replace(substr(searchable(name), at, length), '([\\\\%_])', '\\\\\\1', 'g') as wanted
        from unnest($1::text[]) as name, generate_series(1, length(searchable(name))) as at, generate_series(1, 12) as length)
      select name, wanted, array(select unnest(contact_parts_wanted(7, wanted)) except select unnest(contact_parts(7, name))) as lacking,
        array(select unnest(parts_wanted(wanted)) except select unnest(parts_of_words(name))) as of_a_message,
        cardinality(contact_parts_wanted(7, wanted)) as parts
      from wanted`,
        [names],
      );
      expect(rows.filter(({ lacking, of_a_message }) => lacking.length + of_a_message.length > 0)).toEqual([]);
      expect(Math.max(...rows.map(({ parts }) => parts))).toBe(6);
    } finally {
      await client.end();
      await database.drop();
    }
  },
);

test('of a text with many parts those within its words are looked for, since many words begin or end alike', async () => {
  const { rows } = await reading(company.admin, ({ db }) =>
    sql<{ parts: string[] }>`select contact_parts_wanted(7, 'ana zilda jobim') as parts`.execute(db),
  );
  expect(rows[0]?.parts).toEqual(['7:ana', '7:bim', '7:ild', '7:job', '7:lda', '7:obi']);
});

test.each(['an', 'AN', 'Í', 'í', 'o', 'b', '55', 'q', '5'])('what begins with %s is found by one or two letters', async (search) => {
  const beginning = (limit: number, offset: number) =>
    reading(company.admin, async ({ db, companyId }) => {
      const { rows } = await sql<{ id: number }>`
        select c.id from contacts c where c.company_id = ${companyId} and (starts_with(lower(c.name), lower(${search})) or starts_with(c.number, ${search}))
        order by c.name collate portuguese, c.id limit ${limit + offset}`.execute(db);
      return { ids: rows.slice(offset).map(({ id }) => id), count: rows.length };
    });
  for (const [limit, offset] of [
    [31, 0],
    [31, 60],
    [500, 0],
  ] as const)
    expect(await searched(search, limit, offset)).toEqual(await beginning(limit, offset));
});

test('of a time are found by the days of the company', async () => {
  const { rows } = await reading(company.admin, ({ db }) =>
    sql<{ day: string }>`select (now() - interval '60 days')::date::text as day`.execute(db),
  );
  const day = rows[0]?.day ?? '';
  for (const days of [{ from: day, until: day }, { from: day }, { until: day }]) {
    const shown = await searched('551195', 500, 0, days);
    expect(shown).toEqual(await plain('551195', 500, 0, days));
    expect(shown.ids.length).toBeGreaterThan(70);
  }
});

test('of a day are found by one or two digits those of the day', async () => {
  const [first] = (await plain('5511950000444', 1, 0)).ids;
  const day = await transaction(company.admin, async ({ db, companyId }) => {
    const { rows } = await sql<{ day: string }>`update contacts set created_at = now() - interval '400 days'
      where company_id = ${companyId} and id = ${first} returning (created_at at time zone 'America/Sao_Paulo')::date::text as day`.execute(
      db,
    );
    return rows[0]?.day ?? '';
  });
  expect(await searched('55', 31, 0, { from: day, until: day })).toEqual({ ids: [first], count: 1 });
});

/** How many blocks searches for the first page read; the least of three times, for the first one reads the catalogue, too. */
function blocksRead(searches: readonly string[]): Promise<Map<string, number>> {
  type Explained = { 'QUERY PLAN': { Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }[] };
  return reading(company.admin, async ({ db }) => {
    const least = new Map<string, number>();
    for (const search of [...searches, ...searches, ...searches]) {
      const { rows } = await sql<Explained>`
        explain (analyze, buffers, format json) select * from search_contacts_by_name(${sql.lit(search)}, 31)`.execute(db);
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
      const blocks = plan ? plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] : 0;
      least.set(search, Math.min(blocks, least.get(search) ?? blocks));
    }
    return least;
  });
}

/** What was just added stands in a list of its own, which a search by the index reads until autovacuum takes it in. */
const tidy = () => transaction(company.admin, ({ db }) => sql`select gin_clean_pending_list('contacts_parts')`.execute(db));

test('of a whole number only the last digits are looked for, which few have', async () => {
  const [whole, ending] = ['5511950000444', '0000444'];
  await tidy();
  const blocks = await blocksRead([whole, ending]);
  expect(blocks.get(whole)).toBeLessThanOrEqual((blocks.get(ending) ?? 0) + 2);
});

test('whom others added last does not change how much is read', async () => {
  await tidy();
  const before = (await blocksRead(['souza'])).get('souza') ?? 0;
  // In the order of the alphabet, until the page is full: not each of those who are called so.
  expect(before).toBeLessThan(contacts / 7 / 2);
  await transaction(other, ({ db }) =>
    sql`insert into contacts (company_id, name) select ${other.companyId}, 'Quirino ' || g from generate_series(1, 300) g`.execute(db),
  );
  await tidy();
  expect((await blocksRead(['souza'])).get('souza')).toBeLessThanOrEqual(before * 1.3 + 10);
});

// At the end: there are more contacts afterwards.
test('what many have all over the alphabet, and what few have, is found by reading hardly more when there are twice as many', async () => {
  const searches = ['souza', '551195', '0000444'];
  await tidy();
  const before = await blocksRead(searches);
  await filling(company.admin, ({ db }) => fill(company.admin.companyId, 951_000_000).execute(db));
  await tidy();
  for (const [search, blocks] of await blocksRead(searches)) {
    expect(blocks, search).toBeGreaterThan(10);
    expect(blocks, search).toBeLessThanOrEqual((before.get(search) ?? 0) * 1.3 + 10);
  }
});

test('what is compared is read from the index of the alphabet alone', async () => {
  const plan = await reading(company.admin, async ({ db, companyId }) => {
    await sql`set local enable_seqscan = off; set local enable_sort = off`.execute(db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id, search_key from contacts where company_id = ${companyId} order by name collate portuguese, id limit 3000`.execute(
      db,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('Index Only Scan using contacts_alphabet');
});
