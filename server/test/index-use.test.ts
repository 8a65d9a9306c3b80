// Under row-level security a condition may use an index only if its functions are leakproof. Every statement of the stores is planned for the
// server's role, and again for one that sees every row: what is served by an index only there was meant to be.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Collation, collations, createTestDatabase, type TestDatabase } from './database.ts';
import { type StoreFunction, storeFunctions } from './store-statements.ts';

type Planners = { database: TestDatabase; server: pg.Client; superuser: pg.Client };

const databases = {} as Record<Collation, Planners>;
let functions: StoreFunction[];

beforeAll(async () => {
  functions = await storeFunctions();
  for (const collation of collations) {
    const database = await createTestDatabase(collation);
    databases[collation] = { database, server: await planner(database.url), superuser: await planner(database.superUrl) };
  }
});
afterAll(async () => {
  for (const { database, server, superuser } of Object.values(databases)) {
    await Promise.all([server.end(), superuser.end()]);
    await database.drop();
  }
});

/** A connection that prefers any index to reading a whole table, as if the tables were large. */
async function planner(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set enable_seqscan = off');
  return client;
}

/** By which functions of a column rows may be picked: no index is meant for these. */
const noIndexMeant = new Set([
  // A part of a name, in lists that a company keeps short. Contacts and messages are searched by functions with rights of their own.
  'searchable',
  // Files named within JSON, of the few messages whose file is not there yet.
  'starts_with',
  // A lock of the row that was found.
  'pg_try_advisory_xact_lock',
  'hashtext',
]);

test('every function of a store asks something', () => {
  expect(functions.length).toBeGreaterThan(280);
  expect(functions.filter(({ statements }) => statements.length === 0).map(({ name }) => name)).toEqual([]);
});

describe.each(collations)('in a database that sorts by %s', (collation) => {
  test('row-level security switches off no index for a statement of a store', async () => {
    const found: Record<string, string[]> = {};
    for (const { name, statements } of functions)
      for (const statement of statements) {
        const off = await switchedOff(databases[collation], statement).catch(notPlanned);
        if (off.length > 0) found[name] = off;
      }
    expect(found).toEqual({});
  });

  test('one that it switches off is seen', async () => {
    const planners = databases[collation];
    const owner = await planner(planners.database.url);
    await owner.query('create index quick_messages_length on quick_messages (company_id, length(message))');
    await owner.end();
    const statement = 'select * from quick_messages where company_id = $1 and length(message) = $2';
    expect(await switchedOff(planners, statement)).toEqual(['quick_messages: (length(message) = $2)']);
  });
});

test('no statement of a store compares what no index can be used for', async () => {
  const found: Record<string, string[]> = {};
  for (const { name, statements } of functions)
    for (const statement of statements) {
      const { looked } = await conditionsOf(databases.bytes.server, statement).catch((error) => ({ looked: notPlanned(error) }));
      const ours = looked.filter((condition) => !condition.startsWith('pg_'));
      const derived = ours.filter((condition) => functionsOfColumns(condition).some((each) => !noIndexMeant.has(each)));
      if (derived.length > 0) found[name] = derived;
    }
  expect(found).toEqual({});
});

test('no statement of a store both locks rows, without their key, and changes them', () => {
  // It looks for each row twice, in the state before it waited, and so several of them wait for one another in a circle as soon as something refers
  // to the row. Two statements do not, nor does one that passes over what is locked.
  expect(functions.filter(({ statements }) => statements.some(locksAndChanges)).map(({ name }) => name)).toEqual([]);
  for (const change of ['update users set', 'update users u set', 'update users as u set', 'update "users" as "u" set'])
    expect(locksAndChanges(`with b as (select 1 from users for no key update)\n  ${change} online = true`), change).toBe(true);
});

function locksAndChanges(statement: string): boolean {
  const told = statement.replaceAll(/["\s]+/g, ' ');
  return / for no key update(?!( of \w+)? skip locked)/.test(told) && /\bupdate \w+( as)?( \w+)? set /.test(told);
}

/** The functions that a condition calls with a column, itself or within something else. */
function functionsOfColumns(condition: string): string[] {
  const told = condition
    .slice(condition.indexOf(': ') + 2)
    .replaceAll(/'(?:[^']|'')*'/g, '')
    .replaceAll(/::\w+(?:\[\])?/g, '');
  const plain = (text: string) =>
    text.replaceAll(
      /\b\w+(?=\()|\b(?:AT|TIME|ZONE|ANY|ARRAY|NULL|IS|NOT|CASE|WHEN|THEN|ELSE|END|AND|OR|NULLIF|COALESCE|InitPlan)\b|\bcol\d+\b/g,
      '',
    );
  return [...told.matchAll(/\b([a-z_]\w*)\(/g)].flatMap(({ 1: name = '', index }) => {
    let depth = 0;
    let end = index + name.length;
    do {
      if (told[end] === '(') depth++;
      if (told[end] === ')') depth--;
    } while (++end < told.length && depth > 0);
    return /[a-z_]\w*/.test(plain(told.slice(index + name.length, end))) ? [name] : [];
  });
}

/** A statement that stand-ins make no sense of is told by its name: see `given` in store-statements.ts. */
function notPlanned(error: unknown): string[] {
  return [`notPlanned(col): ${String(error)}`];
}

type Plan = { Alias?: string; 'Index Cond'?: string; Filter?: string; Plans?: Plan[] };

/** The conditions of a statement, each with the table it is about: those that an index serves, and those for which rows are looked at. */
type Conditions = { served: string[]; looked: string[] };

async function conditionsOf(client: pg.Client, statement: string): Promise<Conditions> {
  // A stand-in that has no fields changes nothing, and what changes the schema is not planned.
  if (/ set +where /.test(statement) || /^\s*(create|alter|drop|lock|truncate) /.test(statement)) return { served: [], looked: [] };
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (generic_plan, format json) ${statement}`);
  const found: Conditions = { served: [], looked: [] };
  const walk = (plan: Plan, about: string) => {
    const table = plan.Alias ?? about;
    found.served.push(...parts(plan['Index Cond']).map((part) => `${table}: ${part}`));
    found.looked.push(...parts(plan.Filter).map((part) => `${table}: ${part}`));
    for (const inner of plan.Plans ?? []) walk(inner, table);
  };
  for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) walk(Plan, '');
  return found;
}

/** The comparisons that a condition is made of, whether joined by `and` or by `or`. */
function parts(condition = ''): string[] {
  const inner = /^\((.*)\)$/s.exec(condition)?.[1] ?? condition;
  let depth = 0;
  let from = 0;
  const found: string[] = [];
  for (const { 0: sign, index } of inner.matchAll(/'(?:[^']|'')*'|[()]| AND | OR /g)) {
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (depth === 0 && (sign === ' AND ' || sign === ' OR ')) {
      found.push(inner.slice(from, index));
      from = index + sign.length;
    }
  }
  if (found.length === 0) return condition ? [condition] : [];
  return [...found, inner.slice(from)].flatMap((part) => parts(part.trim()));
}

/** What an index would serve if row-level security did not keep it from that. */
async function switchedOff({ server, superuser }: Planners, statement: string): Promise<string[]> {
  const [ours, unbound] = [await conditionsOf(server, statement), await conditionsOf(superuser, statement)];
  return unbound.served.filter((condition) => !ours.served.includes(condition) && ours.looked.includes(condition));
}
