// Contact lists and their contacts. This folder is the only writer of both.

import type { Validity } from '@balcao/contract/contact-list-rules';
import type { ContactListView } from '@balcao/contract/contact-lists';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';
import { alphabetical } from '../../../../platform/db/alphabet.ts';
import { contains } from '../../../../platform/db/matching.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { ContactListItems, ContactLists } from '../../../../tables.ts';

export type Filter = NonNullable<ContactListView['filter']>;
export type ListRow = Omit<Selectable<ContactLists>, 'filter'> & { filter: Filter | null };
export type CountedRow = ListRow & { contacts: number; valid: number; unchecked: number };
export type ItemRow = Omit<Selectable<ContactListItems>, 'validity'> & { validity: Validity };

const counted = sql`
  select l.*, n.contacts, n.valid, n.unchecked from contact_lists l
  cross join lateral (
    select count(*) as contacts, count(*) filter (where i.validity in ('valid', 'unverifiable')) as valid,
      count(*) filter (where i.validity = 'unchecked') as unchecked
    from contact_list_items i where i.company_id = l.company_id and i.list_id = l.id) n`;

/** Lists by name. Returns one row more than `limit` if there are more. */
export async function listLists({ db, companyId }: Scoped, search: string, limit: number, offset: number): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    with page as (
      select l.id, l.name from contact_lists l where l.company_id = ${companyId} and ${contains(sql`l.name`, search)}
      order by ${alphabetical(sql`l.name`)}, l.id limit ${limit} offset ${offset})
    ${counted} where l.company_id = ${companyId} and l.id in (select id from page) order by ${alphabetical(sql`l.name`)}, l.id`.execute(db);
  return rows;
}

export async function countLists({ db, companyId }: Scoped, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from contact_lists l where l.company_id = ${companyId} and ${contains(sql`l.name`, search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Throws ERR_NO_CONTACTLIST_FOUND. */
export async function getList({ db, companyId }: Scoped, id: number): Promise<CountedRow> {
  const { rows } = await sql<CountedRow>`${counted} where l.company_id = ${companyId} and l.id = ${id}`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_CONTACTLIST_FOUND');
  return rows[0];
}

/** Locks the row until the transaction ends; contacts may still be added to the list. Null if there is none. */
export async function lockList({ db, companyId }: Scoped, id: number): Promise<ListRow | null> {
  const { rows } = await sql<ListRow>`
    select * from contact_lists where company_id = ${companyId} and id = ${id} for no key update`.execute(db);
  return rows[0] ?? null;
}

export async function insertList(
  { db, companyId }: Scoped,
  list: { name: string; filter: Filter | null; inStep: boolean; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into contact_lists (company_id, name, filter, in_step, sync_after, created_at, updated_at)
    values (${companyId}, ${list.name}, ${list.filter && JSON.stringify(list.filter)}, ${list.inStep}, ${list.filter && 0}, ${list.at}, ${list.at})
    returning id`.execute(db);
  if (!rows[0]) throw new Error('the contact list was not inserted');
  return rows[0].id;
}

/** Writes what is given. */
export async function saveList(
  { db, companyId }: Scoped,
  id: number,
  { filter, ...change }: Omit<Updateable<ContactLists>, 'filter'> & { filter?: Filter | null },
): Promise<void> {
  const written = filter === undefined ? change : { ...change, filter: filter && JSON.stringify(filter) };
  await db.updateTable('contact_lists').set(written).where('company_id', '=', companyId).where('id', '=', id).execute();
}

export async function removeList({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('contact_lists').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Of all companies: lists that follow a filter and were not compared since `before`. */
export async function listsBehind(
  { db }: Pick<PlatformTx, 'db'>,
  before: Date,
  limit: number,
): Promise<{ company_id: number; id: number }[]> {
  const { rows } = await sql<{ company_id: number; id: number }>`
    select company_id, id from contact_lists where in_step and (synced_at < ${before} or synced_at is null) and sync_after is null
    order by synced_at nulls first limit ${limit}`.execute(db);
  return rows;
}

function inList(companyId: number, listId: number, search: string): RawBuilder<unknown> {
  return sql`i.company_id = ${companyId} and i.list_id = ${listId} and ${contains(sql`i.name || ' ' || i.number`, search)}`;
}

/** The contacts of a list by name. Returns one row more than `limit` if there are more. */
export async function listItems(
  { db, companyId }: Scoped,
  listId: number,
  search: string,
  limit: number,
  offset: number,
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select i.* from contact_list_items i where ${inList(companyId, listId, search)}
    order by ${alphabetical(sql`i.name`)}, i.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countItems({ db, companyId }: Scoped, listId: number, search: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from contact_list_items i where ${inList(companyId, listId, search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Throws ERR_NO_CONTACTLISTITEM_FOUND. */
export async function getItem({ db, companyId }: Scoped, id: number): Promise<ItemRow> {
  const { rows } = await sql<ItemRow>`select * from contact_list_items where company_id = ${companyId} and id = ${id}`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_CONTACTLISTITEM_FOUND');
  return rows[0];
}

export async function findItemByNumber({ db, companyId }: Scoped, listId: number, number: string): Promise<ItemRow | null> {
  const { rows } = await sql<ItemRow>`
    select * from contact_list_items where company_id = ${companyId} and list_id = ${listId} and number = ${number}`.execute(db);
  return rows[0] ?? null;
}

/** Adds contacts with canonical numbers; skips those whose number the list has already. Returns the added ones. */
export async function insertItems(
  { db, companyId }: Scoped,
  listId: number,
  given: readonly { name: string; number: string; email: string }[],
  at: Date,
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    insert into contact_list_items (company_id, list_id, name, number, email, created_at, updated_at)
    select ${companyId}, ${listId}, g.name, g.number, g.email, ${at}, ${at}
    from unnest(${given.map((each) => each.name)}::text[], ${given.map((each) => each.number)}::text[], ${given.map((each) => each.email)}::text[])
      as g (name, number, email)
    on conflict (company_id, list_id, number) do nothing returning *`.execute(db);
  return rows;
}

export async function saveItem({ db, companyId }: Scoped, id: number, change: Updateable<ContactListItems>): Promise<ItemRow> {
  const row = await db
    .updateTable('contact_list_items')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError('ERR_NO_CONTACTLISTITEM_FOUND');
  return row as ItemRow;
}

export async function removeItem({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('contact_list_items').where('company_id', '=', companyId).where('id', '=', id).execute();
}
