// The only writer of tags and of the tags of tickets.
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';
import { alphabetical } from '../../../platform/db/alphabet.ts';
import { contains } from '../../../platform/db/matching.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tags } from '../../../tables.ts';

export type TagRow = Selectable<Tags>;
export type CountedRow = TagRow & { tickets: number };

const counted = sql`select g.*, (select count(*) from ticket_tags tt where tt.company_id = g.company_id and tt.tag_id = g.id) as tickets from tags g`;

/** Tags by name. Returns one row more than `limit` if there are more. */
export async function listTags({ db, companyId }: Scoped, search: string, limit: number, offset: number): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    ${counted} where g.company_id = ${companyId} and ${contains(sql`g.name`, search)} order by ${alphabetical(sql`g.name`)}, g.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

export async function countTags({ db, companyId }: Scoped, search: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from tags g where g.company_id = ${companyId} and ${contains(sql`g.name`, search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function listPlainTags({ db, companyId }: Scoped, search: string, limit: number): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select g.* from tags g where g.company_id = ${companyId} and ${contains(sql`g.name`, search)} order by ${alphabetical(sql`g.name`)}, g.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export function listLanes({ db, companyId }: Scoped, limit: number): Promise<TagRow[]> {
  return db
    .selectFrom('tags')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kanban', '=', true)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Throws ERR_NO_TAG_FOUND. */
export async function getTag({ db, companyId }: Scoped, id: number): Promise<CountedRow> {
  const { rows } = await sql<CountedRow>`${counted} where g.company_id = ${companyId} and g.id = ${id}`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_TAG_FOUND', { tagId: id });
  return rows[0];
}

/** Locks the row until the transaction ends. Throws ERR_NO_TAG_FOUND. */
export async function lockTag({ db, companyId }: Scoped, id: number): Promise<TagRow> {
  const { rows } = await sql<TagRow>`select * from tags where company_id = ${companyId} and id = ${id} for update`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_TAG_FOUND', { tagId: id });
  return rows[0];
}

/** Adds a tag; null if the name is taken. */
export async function insertTag(
  { db, companyId }: Scoped,
  tag: { name: string; color: string; kanban: boolean; userId: number | null; at: Date },
): Promise<TagRow | null> {
  const { rows } = await sql<TagRow>`
    insert into tags (company_id, name, color, kanban, user_id, created_at, updated_at)
    values (${companyId}, ${tag.name}, ${tag.color}, ${tag.kanban}, ${tag.userId}, ${tag.at}, ${tag.at})
    on conflict (company_id, name_key) do nothing returning *`.execute(db);
  return rows[0] ?? null;
}

export async function findTagByName({ db, companyId }: Scoped, name: string): Promise<TagRow | null> {
  const { rows } = await sql<TagRow>`select * from tags where company_id = ${companyId} and name_key = lower(${name})`.execute(db);
  return rows[0] ?? null;
}

export async function saveTag({ db, companyId }: Scoped, id: number, change: Updateable<Tags>): Promise<void> {
  await db.updateTable('tags').set(change).where('company_id', '=', companyId).where('id', '=', id).execute();
}

export async function removeTag({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('tags').where('company_id', '=', companyId).where('id', '=', id).execute();
}

export type TicketTag = { id: number; kanban: boolean; held: boolean };

/**
 * Those of `ids` that are tags of the company, and the tags that a ticket has (`held`). The ticket is locked by the caller. Until the
 * transaction ends, no tag of them becomes a lane or ceases to be one.
 */
export async function lockTagsFor({ db, companyId }: Scoped, ticketId: number, ids: readonly number[]): Promise<TicketTag[]> {
  const { rows } = await sql<TicketTag>`
    select g.id, g.kanban, exists (
      select 1 from ticket_tags tt where tt.company_id = g.company_id and tt.tag_id = g.id and tt.ticket_id = ${ticketId}) as held
    from tags g
    where g.company_id = ${companyId} and (g.id = any(${[...ids]}::bigint[])
      or g.id in (select tt.tag_id from ticket_tags tt where tt.company_id = ${companyId} and tt.ticket_id = ${ticketId}))
    order by g.id for share of g`.execute(db);
  return rows;
}

/** Takes a tag, that has just become a lane, off the tickets that are in a lane already. */
export async function removeSecondLanes({ db, companyId }: Scoped, tagId: number): Promise<void> {
  await sql`delete from ticket_tags tt where tt.company_id = ${companyId} and tt.tag_id = ${tagId} and exists (
    select 1 from ticket_tags other join tags g on g.company_id = other.company_id and g.id = other.tag_id
    where other.company_id = tt.company_id and other.ticket_id = tt.ticket_id and other.tag_id <> tt.tag_id and g.kanban)`.execute(db);
}

type ToldTag = Pick<TagRow, 'id' | 'name' | 'color'>;

/** Replaces the tags of a ticket by these. Answers which it got, and which it lost. */
export async function saveTicketTags(
  { db, companyId }: Scoped,
  ticketId: number,
  tagIds: readonly number[],
): Promise<{ added: ToldTag[]; removed: ToldTag[] }> {
  const { rows } = await sql<ToldTag & { added: boolean }>`
    with gone as (
      delete from ticket_tags where company_id = ${companyId} and ticket_id = ${ticketId} and not (tag_id = any(${[...tagIds]}::bigint[]))
      returning tag_id),
    come as (
      insert into ticket_tags (company_id, ticket_id, tag_id)
      select ${companyId}, ${ticketId}, id from unnest(${[...tagIds]}::bigint[]) as given (id) on conflict do nothing returning tag_id)
    select g.id, g.name, g.color, changed.added
    from (select tag_id, false as added from gone union all select tag_id, true from come) changed
    join tags g on g.company_id = ${companyId} and g.id = changed.tag_id order by g.id`.execute(db);
  const told = (added: boolean) => rows.filter((row) => row.added === added).map(({ id, name, color }) => ({ id, name, color }));
  return { added: told(true), removed: told(false) };
}
