// The only writer of announcements and of who has read them. Everybody reads announcements, whoever wrote them, so those statements name no
// company; who has read one is a matter of one company.
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import { contains } from '../../../platform/db/matching.ts';
import type { Announcements } from '../../../tables.ts';

export type AnnouncementRow = Selectable<Announcements>;
type Platform = Pick<PlatformTx, 'db'>;
type Wanted = { search: string; activeOnly: boolean };

/** Newest first. */
export async function listAnnouncementRows({ db }: Platform, wanted: Wanted, limit: number, offset: number): Promise<AnnouncementRow[]> {
  const { rows } = await sql<AnnouncementRow>`
    select * from announcements a where ${matching(wanted)} order by a.created_at desc, a.id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

export async function countAnnouncements({ db }: Platform, wanted: Wanted): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from announcements a where ${matching(wanted)}`.execute(db);
  return rows[0]?.n ?? 0;
}

function matching({ search, activeOnly }: Wanted): RawBuilder<unknown> {
  return sql`${contains(sql`a.title`, search)} and (a.active or not ${activeOnly})`;
}

export async function findAnnouncement({ db }: Platform, id: number): Promise<AnnouncementRow | null> {
  return (await db.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Locks the row until the transaction ends. */
export async function lockAnnouncement({ db }: Platform, id: number): Promise<AnnouncementRow | null> {
  return (await db.selectFrom('announcements').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export function insertAnnouncement({ db }: Platform, row: Insertable<Announcements>): Promise<AnnouncementRow> {
  return db.insertInto('announcements').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Writes the given columns; undefined ones stay. */
export function saveAnnouncement({ db }: Platform, id: number, change: Updateable<Announcements>): Promise<AnnouncementRow> {
  return db.updateTable('announcements').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Removes an announcement, and in all companies the marks of who has read it. */
export async function removeAnnouncement({ db }: Platform, id: number): Promise<void> {
  await db.deleteFrom('announcement_reads').where('announcement_id', '=', id).execute();
  await db.deleteFrom('announcements').where('id', '=', id).execute();
}

/** Those of the announcements that a user of the company has read. */
export async function readBy({ db }: Platform, companyId: number, userId: number, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('announcement_reads')
    .select('announcement_id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('announcement_id', 'in', [0, ...ids])
    .execute();
  return new Set(rows.map((row) => row.announcement_id));
}

/** Notes what a user has read; what they had read before stays as it is. Returns the ids that are new. */
export async function markRead({ db, companyId }: Scoped, userId: number, ids: number[], at: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into announcement_reads (company_id, user_id, announcement_id, read_at)
    select ${companyId}, ${userId}, id, ${at} from unnest(${ids}::bigint[]) as given (id)
    on conflict do nothing returning announcement_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of the ids that active announcements have, held until the transaction ends. */
export async function holdActive({ db }: Platform, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('announcements')
    .select('id')
    .where('id', 'in', [0, ...ids])
    .where('active', '=', true)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}
