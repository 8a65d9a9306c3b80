// A search of messages goes back through the weeks of its company, whatever others write in between.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import type { Ctx } from '../../../platform/context.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { searchTickets } from './store/search.ts';

/** More than are read one by one, so that the rest is found by weeks. */
const messages = 4_600;

let company: TestCompany;
let other: Ctx;
beforeAll(async () => {
  company = await createTestCompany({ features: [] });
  other = await company.another();
  for (const ctx of [company.admin, other]) await transaction(ctx, ({ db }) => fill(ctx.companyId).execute(db));
});
afterAll(() => company.close());

/** A ticket for each hundred messages, a message every two hours: the oldest a year ago. */
const fill = (companyId: number) => sql`
  with line as (
    insert into connections (company_id, name, channel, webhook_key) values (${companyId}, 'Telefone', 'simulator', ${`chave ${companyId}`}) returning id),
  person as (insert into contacts (company_id, name) values (${companyId}, 'Cliente') returning id),
  ticket as (
    insert into tickets (company_id, number, status, contact_id, connection_id)
    select ${companyId}, n, 'closed', person.id, line.id from person, line, generate_series(0, ${messages / 100 - 1}::int) n returning id, number, contact_id, connection_id)
  insert into messages (company_id, ticket_id, contact_id, connection_id, from_me, body, media_type, state, sent_at, created_at)
  select ${companyId}, t.id, t.contact_id, t.connection_id, false,
    'Pedido ' || case when g in (0, 250) then 'da Agulha' when g = 4500 then 'da agúlha' else 'comum' end, 'conversation', 'received', at, at
  from generate_series(0, ${messages - 1}::int) g
  cross join lateral (select now() - interval '1 year' + g * interval '110 minutes' as at) a
  join ticket t on t.number = g / 100
  order by g`;

const numbersOf = (ctx: Ctx, search: string, atMost = 1_000) =>
  reading(ctx, async ({ db }) => {
    const { rows } = await sql<{ number: number }>`
      select t.number from search_messages(searchable(${search}), ${atMost}) with ordinality as f (id, place)
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

test('what nobody wrote is found nowhere', async () => {
  expect(await numbersOf(company.admin, 'navalha')).toEqual([]);
});

test('a search finds the company’s own tickets only', async () => {
  const own = async (ctx: Ctx) => new Set(await reading(ctx, (ctx) => searchTickets(ctx, 'agulha')));
  const [ours, theirs] = [await own(company.admin), await own(other)];
  expect([ours.size, theirs.size, new Set([...ours, ...theirs]).size]).toEqual([3, 3, 6]);
});
