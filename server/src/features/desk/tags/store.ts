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

/** Which of these ids are tags of the company. */
export async function knownTags({ db, companyId }: Scoped, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from tags where company_id = ${companyId} and id = any(${[...ids]}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
}

export async function addTicketTag({ db, companyId }: Scoped, ticketId: number, tagId: number): Promise<void> {
  await sql`insert into ticket_tags (company_id, ticket_id, tag_id) values (${companyId}, ${ticketId}, ${tagId}) on conflict do nothing`.execute(
    db,
  );
}

/** Replaces the tags of a ticket by these. */
export async function saveTicketTags({ db, companyId }: Scoped, ticketId: number, tagIds: readonly number[]): Promise<void> {
  await sql`delete from ticket_tags where company_id = ${companyId} and ticket_id = ${ticketId} and not (tag_id = any(${[...tagIds]}::bigint[]))`.execute(
    db,
  );
  await sql`insert into ticket_tags (company_id, ticket_id, tag_id)
    select ${companyId}, ${ticketId}, id from unnest(${[...tagIds]}::bigint[]) as given (id) on conflict do nothing`.execute(db);
}
