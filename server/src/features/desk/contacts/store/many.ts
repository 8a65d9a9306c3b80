// Many contacts in one statement.
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

type Given = { name: string; number: string; email: string; fields?: readonly { name: string; value: string }[] };

/** Adds those whose number no contact has yet, each with its number as identity, and their custom fields. */
export async function insertContacts(
  { db, companyId }: Scoped,
  given: readonly Given[],
  at: Date,
): Promise<{ id: number; name: string; number: string }[]> {
  const fields = given.flatMap(({ number, fields = [] }) => fields.map((field) => ({ number, ...field })));
  const { rows } = await sql<{ id: number; name: string; number: string }>`
    with given as (
      select * from unnest(${given.map((row) => row.name)}::text[], ${given.map((row) => row.number)}::text[], ${given.map((row) => row.email)}::text[])
        as g (name, number, email)
    ), made as (
      insert into contacts (company_id, name, number, email, named, created_at, updated_at)
      select ${companyId}, g.name, g.number, g.email, true, ${at}, ${at} from given g
      where not exists (
        select 1 from contact_identities i where i.company_id = ${companyId} and i.kind = 'phone' and i.scope = '' and i.value = g.number)
      on conflict (company_id, number) where number <> '' do nothing
      returning id, name, number
    ), linked as (
      insert into contact_identities (company_id, contact_id, kind, value, created_at)
      select ${companyId}, id, 'phone', number, ${at} from made on conflict do nothing
    ), described as (
      insert into contact_fields (company_id, contact_id, name, value)
      select ${companyId}, made.id, f.name, f.value
      from unnest(${fields.map((field) => field.number)}::text[], ${fields.map((field) => field.name)}::text[], ${fields.map((field) => field.value)}::text[])
        with ordinality as f (number, name, value, place)
      join made on made.number = f.number order by f.place
    )
    select id, name, number from made`.execute(db);
  return rows;
}

/** The contacts that have these numbers. */
export async function ownersOfNumbers({ db, companyId }: Scoped, numbers: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ number: string; id: number }>`
    select value as number, contact_id as id from contact_identities
      where company_id = ${companyId} and kind = 'phone' and scope = '' and value = any(${[...numbers]}::text[])
    union select number, id from contacts where company_id = ${companyId} and number <> '' and number = any(${[...numbers]}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ number, id }) => [number, id]));
}

/** Renames contacts whose name no person typed. Returns how many changed. */
export async function nameContacts({ db, companyId }: Scoped, given: readonly Given[], at: Date): Promise<number> {
  const { rows } = await sql`
    update contacts c set name = g.name, updated_at = ${at}
    from unnest(${given.map((row) => row.name)}::text[], ${given.map((row) => row.number)}::text[]) as g (name, number)
    where c.company_id = ${companyId} and c.number = g.number and not c.named and c.name <> g.name
    returning 1 as one`.execute(db);
  return rows.length;
}

/** The next contacts that are not groups, by id; those with a hidden number have an empty one. */
export async function contactsAfter({ db, companyId }: Scoped, id: number, limit: number): Promise<(Given & { id: number })[]> {
  return db
    .selectFrom('contacts')
    .select(['id', 'name', 'number', 'email'])
    .where('company_id', '=', companyId)
    .where('id', '>', id)
    .where('is_group', '=', false)
    .orderBy('id')
    .limit(limit)
    .execute();
}
