// The contacts that meet the filter of a list.
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { anyCompany } from '../../../../platform/db/any-company.ts';
import type { Filter } from './lists.ts';

/** Does contact `c` meet the filter? Groups and hidden numbers never do. */
function meets({ tags, lastContact, field }: Filter, now: Date, anyOf = sql`${tags}::bigint[]`): RawBuilder<unknown> {
  const all = [sql`not c.is_group and c.number <> ''`];
  if (tags.length > 0) {
    all.push(sql`exists (
      select from tickets t join ticket_tags tt on tt.company_id = t.company_id and tt.ticket_id = t.id
      where t.company_id = c.company_id and t.contact_id = c.id and tt.tag_id = any(${anyOf}))`);
  }
  if (lastContact) {
    const since = new Date(now.getTime() - lastContact.days * 86_400_000);
    const wrote = sql`(select max(t.last_inbound_at) from tickets t where t.company_id = c.company_id and t.contact_id = c.id)`;
    all.push(lastContact.wrote === 'within' ? sql`${wrote} >= ${since}` : sql`${wrote} < ${since}`);
  }
  if (field) {
    const value = field.value.trim();
    all.push(sql`exists (
      select from contact_fields f where f.company_id = c.company_id and f.contact_id = c.id and searchable(f.name) = searchable(${field.name})
        and ${value === '' ? sql`f.value <> ''` : sql`searchable(f.value) = searchable(${value})`})`);
  }
  return sql.join(all, sql` and `);
}

/** How many contacts meet a filter, counted up to `max`. */
export async function countMeeting({ db, companyId }: Scoped, filter: Filter, now: Date, max: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from contacts c where c.company_id = ${anyCompany(companyId)} and ${meets(filter, now)} limit ${max}) as found`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Compares the next contacts with the filter: adds those who meet it, and with `removing` takes out those who do not. Answers up to which
 * contact that was, or null if there were no more.
 */
export async function compareNext(
  { db, companyId }: Scoped,
  list: { id: number; filter: Filter; removing: boolean },
  after: number,
  { now, limit }: { now: Date; limit: number },
): Promise<number | null> {
  // Planned as for any tags: one that the statistics do not know seems to be on no ticket, and all that have it would be read for each contact.
  const anyTags = sql`array(select unnest(${list.filter.tags}::bigint[]))`;
  const { rows } = await sql<{ last: number | null; n: number }>`
    with next as materialized (
      select c.id, c.name, c.number, c.email, ${meets(list.filter, now, anyTags)} as meets
      from (select * from contacts where company_id = ${companyId} and id > ${after} order by id limit ${limit}) as c
    ), added as (
      insert into contact_list_items (company_id, list_id, name, number, email, created_at, updated_at)
      select ${companyId}, ${list.id}, name, number, email, ${now}, ${now} from next where meets
      on conflict (company_id, list_id, number) do update set name = excluded.name, email = excluded.email, updated_at = excluded.updated_at
        where (contact_list_items.name, contact_list_items.email) is distinct from (excluded.name, excluded.email)
    ), removed as (
      delete from contact_list_items where ${list.removing} and company_id = ${anyCompany(companyId)} and list_id = (select ${list.id}::bigint)
        and number = any(array(select number from next where not meets))
    )
    select max(id) as last, count(*) as n from next`.execute(db);
  const { last = null, n = 0 } = rows[0] ?? {};
  return n < limit ? null : last;
}

/** Takes out those whose number no contact has any more. Answers how many there were, at most `limit`. */
export async function removeStrangers({ db, companyId }: Scoped, listId: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from contact_list_items where company_id = ${companyId} and id = any(array(
      select i.id from contact_list_items i where i.company_id = ${anyCompany(companyId)} and i.list_id = ${listId}
        and not exists (select from contacts c where c.company_id = i.company_id and c.number = i.number and c.number <> '')
      limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Which of these are tags of the company. */
export async function knownTags({ db, companyId }: Scoped, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from tags where company_id = ${companyId} and id = any(${[...ids]}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
}
