// The database keeps companies apart by itself. Everything here is read from the catalogue, so a new table is tested without being named.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepJournalDays } from '../src/features/desk/messages/actions/in/journal-days.ts';
import { type Furnished, furnish } from './furnished.ts';
import { createWorld, type World } from './world.ts';
import { tablesOf } from './writes.ts';

let world: World;
let ours: Furnished;
let theirs: Furnished;
/** As the server connects. */
let server: pg.Client;
let superuser: pg.Client;
let tenantTables: { name: string; key: string }[];

beforeAll(async () => {
  world = await createWorld({ roles: ['web'] });
  await keepJournalDays(world.app.base);
  ours = await furnish(world, 'Jabuticaba', '5511987650001');
  theirs = await furnish(world, 'Pitanga', '5511987650002');
  server = new pg.Client({ connectionString: world.database.url });
  superuser = new pg.Client({ connectionString: world.database.superUrl });
  await Promise.all([server.connect(), superuser.connect()]);
  tenantTables = [...(await tablesOf(superuser)), ...(await partsOfTables())].flatMap(({ name, key }) =>
    key === null ? [] : [{ name, key }],
  );
  for (const { companyId } of [ours, theirs]) await fillEmptyTables(companyId);
});
afterAll(async () => {
  await Promise.all([server.end(), superuser.end()]);
  await world.close();
});

const countOf = async (client: pg.Client, table: string, where = 'true') =>
  Number((await client.query(`select count(*) as n from ${table} where ${where}`)).rows[0].n);

/** Runs `work` as the server does within a company, and takes it back. */
async function inside<T>(companyId: number, work: () => Promise<T>): Promise<T> {
  await server.query('begin');
  try {
    await server.query(`select set_config('app.company_id', $1, true)`, [String(companyId)]);
    return await work();
  } finally {
    await server.query('rollback');
  }
}

/** The parts of partitioned tables: who names one gets its rows by its own policy. */
async function partsOfTables(): Promise<{ name: string; key: string }[]> {
  const { rows } = await superuser.query<{ name: string; key: string }>(
    `select c.relname as name, 'company_id' as key from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relispartition`,
  );
  return rows;
}

/** A day that belongs into a part of a table, as SQL: the one in its name, or one that has no part. */
function dayFor(part: string): string {
  const [, day] = /_(\d{8})$/.exec(part) ?? [];
  return day ? `to_date('${day}', 'YYYYMMDD')` : part.endsWith('_rest') ? `date '2000-01-01'` : 'current_date';
}

/** Puts a made-up row where the company has none: what must be there, and references to rows that are. */
async function fillEmptyTables(companyId: number): Promise<void> {
  const samples: Record<string, string> = {
    text: `gen_random_uuid()::text`,
    uuid: 'gen_random_uuid()',
    jsonb: `'[]'`,
    bytea: `'\\x00'`,
    boolean: 'false',
  };
  // Tables may refer to each other, so those that lack a row to refer to come again.
  for (let round = 0; round < 5; round++) {
    for (const { name, key } of tenantTables) {
      if ((await countOf(superuser, name, `${key} = ${companyId}`)) > 0) continue;
      const { rows } = await superuser.query<{ column: string; type: string; target: string | null; target_column: string | null }>(
        `select a.attname as column, format_type(a.atttypid, null) as type, f.confrelid::regclass::text as target,
           (select attname from pg_attribute where attrelid = f.confrelid and attnum = f.confkey[array_position(f.conkey, a.attnum)]) as target_column
         from pg_attribute a left join pg_constraint f on f.conrelid = a.attrelid and f.contype = 'f' and a.attnum = any(f.conkey) and cardinality(f.conkey) > 1
         where a.attrelid = $1::regclass and a.attnum > 0 and a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attname <> 'company_id'`,
        [name],
      );
      const values = rows.map(({ type, target, target_column }) =>
        target
          ? `(select ${target_column} from ${target} where company_id = ${companyId} limit 1)`
          : (samples[type] ?? (/^(date|timestamp)/.test(type) ? dayFor(name) : '1')),
      );
      const columns = ['company_id', ...rows.map(({ column }) => column)];
      await superuser.query(`insert into ${name} (${columns}) values (${[companyId, ...values]})`).catch(() => {});
    }
  }
}

test('the server is no superuser and cannot look past the policies', async () => {
  const { rows } = await server.query('select rolsuper, rolbypassrls from pg_roles where rolname = current_user');
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
});

test('every tenant table has rows here, or the tests below would prove nothing; furnish what is made by none', async () => {
  const empty = [];
  for (const { name, key } of tenantTables) if ((await countOf(superuser, name, `${key} = ${ours.companyId}`)) === 0) empty.push(name);
  expect(empty).toEqual([]);
});

describe('row-level security', () => {
  test('is on and forced, with a policy, on every table with company_id', async () => {
    const { rows } = await superuser.query<{ name: string; ok: boolean }>(`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity and exists (
        select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*' and p.polroles = '{0}'
          and pg_get_expr(p.polqual, c.oid) like '%current_company()%') as ok
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`);
    const names = tenantTables.map(({ name }) => name);
    expect(rows.filter(({ name, ok }) => names.includes(name) && !ok)).toEqual([]);
    expect(names).toContain('companies');
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => /^inbound_(keys|events)_(\d{8}|rest)$/.test(name))).toHaveLength(10);
  });

  test('lets only the search role see rows by another policy', async () => {
    const { rows } = await superuser.query(`
      select p.polname, p.polcmd, array(select rolname::text from pg_roles r where r.oid = any(p.polroles)) as roles
      from pg_policy p where p.polname <> 'tenant' and p.polrelid::regclass::text not like 'graphile_worker.%' order by 1, 2`);
    expect(new Set(rows.map((row) => JSON.stringify([row.polcmd, row.roles])))).toEqual(
      new Set([JSON.stringify(['r', ['balcao_search']])]),
    );
    const { rows: role } = await superuser.query(
      `select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = 'balcao_search'`,
    );
    expect(role).toEqual([{ rolsuper: false, rolbypassrls: false, rolcanlogin: false }]);
  });

  test('shows nothing without a company', async () => {
    const seen = [];
    for (const { name } of tenantTables) if ((await countOf(server, name)) > 0) seen.push(name);
    expect(seen).toEqual([]);
  });

  test('shows one company nothing of another, and all of its own', async () => {
    for (const { name, key } of tenantTables) {
      const [foreign, own] = await inside(theirs.companyId, async () => [
        await countOf(server, name, `${key} = ${ours.companyId}`),
        await countOf(server, name),
      ]);
      expect({ name, foreign }).toEqual({ name, foreign: 0 });
      expect({ name, own }).toEqual({ name, own: await countOf(superuser, name, `${key} = ${theirs.companyId}`) });
    }
  });

  test('lets one company write nothing of another', async () => {
    for (const { name, key } of tenantTables) {
      const changed = await inside(theirs.companyId, async () => [
        (await server.query(`update ${name} set ${key} = ${key} where ${key} = ${ours.companyId}`)).rowCount,
        (await server.query(`delete from ${name} where ${key} = ${ours.companyId}`)).rowCount,
      ]);
      expect({ name, changed }).toEqual({ name, changed: [0, 0] });
    }
  });

  test('refuses a row for another company', async () => {
    for (const { name } of tenantTables) {
      // A copy of a row that is there: whatever else would be wrong with it, the policy speaks first.
      const { rows } = await superuser.query(`select to_jsonb(t) as row from ${name} t where ${keyOf(name)} = $1 limit 1`, [
        ours.companyId,
      ]);
      const insert = `insert into ${name} select * from jsonb_populate_record(null::${name}, $1)`;
      await expect(
        inside(theirs.companyId, () => server.query(insert, [rows[0].row])),
        name,
      ).rejects.toMatchObject({ code: '42501' });
      await expect(
        inside(0, () => server.query(insert, [rows[0].row])),
        name,
      ).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('refuses to hand a row over to another company', async () => {
    for (const { name, key } of tenantTables) {
      const give = `update ${name} set ${key} = ${ours.companyId}`;
      await expect(
        inside(theirs.companyId, () => server.query(give)),
        name,
      ).rejects.toMatchObject({ code: '42501' });
    }
  });
});

const keyOf = (table: string) => tenantTables.find(({ name }) => name === table)?.key ?? 'company_id';

describe('foreign keys', () => {
  type Key = { name: string; table: string; target: string; columns: string[]; targets: string[]; indexed: boolean };
  let keys: Key[];
  beforeAll(async () => {
    const columns = (list: string, table: string) =>
      `array(select a.attname::text from unnest(${list}) with ordinality k(n, i) join pg_attribute a on a.attrelid = ${table} and a.attnum = k.n order by k.i)`;
    // An index serves a key whose columns are the first of the index, in any order; a partial one if it leaves out nulls of the key and nothing else.
    // Of a key that names more than the primary key of the other row, the columns for that one are enough.
    keys = (
      await superuser.query<Key>(`
      select conname as name, conrelid::regclass::text as table, confrelid::regclass::text as target,
        ${columns('conkey', 'conrelid')} as columns, ${columns('confkey', 'confrelid')} as targets,
        exists (select from pg_index x where x.indrelid = conrelid
          and (x.indkey::int2[])[0:cardinality(finding) - 1] @> finding
          and (x.indpred is null or pg_get_expr(x.indpred, x.indrelid) in (
            select format('(%I IS NOT NULL)', a.attname) from pg_attribute a where a.attrelid = conrelid and a.attnum = any(finding)))) as indexed
      from pg_constraint f cross join lateral (
        select coalesce((select array_agg(f.conkey[array_position(f.confkey, n)]) from unnest(p.indkey::int2[]) n having bool_and(n = any(f.confkey))), f.conkey) as finding
        from pg_index p where p.indrelid = f.confrelid and p.indisprimary) named
      where contype = 'f' and connamespace = 'public'::regnamespace`)
    ).rows;
  });

  test('between tenant tables name the company on both sides', () => {
    const names = tenantTables.map(({ name }) => name);
    const between = keys.filter(({ table, target }) => names.includes(table) && names.includes(target));
    const loose = between.filter(({ columns, targets, target }) => {
      const at = columns.indexOf('company_id');
      return at === -1 || targets[at] !== (target === 'companies' ? 'id' : 'company_id');
    });
    expect(loose).toEqual([]);
    expect(between.length).toBeGreaterThan(20);
  });

  test('have an index that serves them', () => {
    expect(keys.filter(({ indexed }) => !indexed)).toEqual([]);
  });

  test('refuse a reference to a row of another company', async () => {
    const query = `insert into contact_fields (company_id, contact_id, name, value) values ($1, $2, 'campo', 'valor')`;
    const insert = () => server.query(query, [theirs.companyId, ours.contactId]);
    await expect(inside(theirs.companyId, insert)).rejects.toMatchObject({ code: '23503' });
  });
});

describe('functions that look past the policies', () => {
  test('are the four searches, and find only what is the company’s', async () => {
    const { rows } = await superuser.query<{ name: string; set: string[] | null }>(`
      select proname as name, proconfig as set from pg_proc p where prosecdef and pronamespace = 'public'::regnamespace order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(['search_contacts', 'search_contacts_by_name', 'search_messages', 'search_notes']);
    expect(rows.filter(({ set }) => !set?.includes('search_path=public, pg_temp'))).toEqual([]);
    for (const { name } of rows) {
      const find = async (word: string) => (await server.query(`select * from ${name}(searchable($1), 100)`, [word])).rowCount;
      expect(await inside(ours.companyId, () => find('jabuticaba'))).toBeGreaterThan(0);
      expect(await inside(theirs.companyId, () => find('jabuticaba'))).toBe(0);
      expect(await inside(theirs.companyId, () => find(''))).toBe(await inside(theirs.companyId, () => find('pitanga')));
      expect(await find('jabuticaba')).toBe(0);
    }
  });
});
