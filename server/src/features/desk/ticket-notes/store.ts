// The only writer of notes on tickets.
import type { TicketStatus } from '@balcao/contract/ticket-rules';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';
import { around, contains } from '../../../platform/db/matching.ts';
import type { TicketNotes } from '../../../tables.ts';

export type NoteRow = {
  id: number;
  ticket_id: number;
  /** Null: the product wrote it. */
  user_id: number | null;
  kind: 'written' | 'mergedInto';
  note: string;
  created_at: Date;
  updated_at: Date;
  pinned_at: Date | null;
  media_key: string | null;
  media_name: string | null;
  media_mime: string | null;
  media_size: number | null;
  contact_id: number;
  contact_name: string;
  user_name: string | null;
  ticket_status: TicketStatus;
  ticket_created_at: Date;
  called: { id: number; name: string }[];
  readers: { id: number; name: string; at: string }[];
};

const withParts = sql`
  select n.*, t.contact_id, c.name as contact_name, u.name as user_name, t.status as ticket_status, t.created_at as ticket_created_at,
    coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name) order by m.id) from users m
      where m.company_id = n.company_id and m.id = any(n.mentions)), '[]') as called,
    coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name, 'at', n.read_by ->> m.id::text) order by n.read_by ->> m.id::text) from users m
      where m.company_id = n.company_id and m.id = any(n.mentions) and n.read_by ? m.id::text), '[]') as readers
  from ticket_notes n
  join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  left join users u on u.company_id = n.company_id and u.id = n.user_id`;

/** Notes of a ticket, newest first. */
export async function notesOf({ db, companyId }: Scoped, ticketId: number, limit: number): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    ${withParts} where n.company_id = ${companyId} and n.ticket_id = ${ticketId} order by n.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The latest notes of the tickets of a chat, oldest first. `seeable`: which tickets `t` the reader may see. */
export async function notesOfChat(
  { db, companyId }: Scoped,
  chat: { contactId: number; connectionId: number | null },
  seeable: RawBuilder<unknown>,
  limit: number,
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    ${withParts} where n.company_id = ${companyId} and t.company_id = ${companyId} and t.contact_id = ${chat.contactId}
      and t.connection_id is not distinct from ${chat.connectionId}::bigint and ${seeable}
    order by n.id desc limit ${limit}`.execute(db);
  return rows.reverse();
}

export type NoteHit = { ticketId: number; id: string; at: Date; user: { id: number; name: string } | null; body: string };

/** Notes of some tickets that have a text, the newest first. `seeable`: which tickets `t` the reader may see. */
export async function findInNotes(
  { db, companyId }: Scoped,
  { ticketIds, search }: { ticketIds: readonly number[]; search: string },
  seeable: RawBuilder<unknown>,
  limit: number,
): Promise<NoteHit[]> {
  const { rows } = await sql<NoteHit>`
    select t.id as "ticketId", found.id::text as id, found.created_at as at, ${around(sql`found.note`, search)} as body,
      case when u.id is null then null else json_build_object('id', u.id, 'name', u.name) end as "user"
    from tickets t cross join lateral (
      select n.* from (
        select id, created_at, user_id, note, kind from ticket_notes
        where company_id = t.company_id and ticket_id = t.id order by id desc limit ${searchedMax}
      ) n where n.kind = 'written' and ${contains(sql`n.note`, search)} order by n.id desc limit ${limit}
    ) found
    left join users u on u.company_id = t.company_id and u.id = found.user_id
    where t.company_id = ${companyId} and t.id = any(${[...ticketIds]}::bigint[]) and ${seeable}
    order by found.id desc`.execute(db);
  return rows;
}

/** How many of the latest notes of a ticket are searched. */
const searchedMax = 200;

export async function findNote(ctx: Scoped, id: number): Promise<NoteRow | null> {
  const [row] = await findNotes(ctx, [id]);
  return row ?? null;
}

/** Those of these notes that are there. */
export async function findNotes({ db, companyId }: Scoped, ids: readonly number[]): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`${withParts} where n.company_id = ${companyId} and n.id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

export async function insertNote({ db, companyId }: Scoped, note: Omit<Insertable<TicketNotes>, 'company_id'>): Promise<number> {
  const row = await db
    .insertInto('ticket_notes')
    .values({ ...note, company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Marks the notes of a ticket that call a user as read by them. Answers which ones were not. */
export async function markRead(
  { db, companyId }: Scoped,
  { ticketId, userId, at }: { ticketId: number; userId: number; at: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ticket_notes set read_by = read_by || jsonb_build_object(${userId}::bigint::text, ${at}::text)
    where company_id = ${companyId} and ticket_id = ${ticketId} and ${userId}::bigint = any(mentions) and not read_by ? ${userId}::bigint::text
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Nobody else pins notes of the ticket until the transaction ends. */
export async function holdPins({ db, companyId }: Scoped, ticketId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`note-pins:${companyId}:${ticketId}`}, 0))`.execute(db);
}

/** Pins a note, or no longer, so that at most one of its ticket is. Answers which notes that changed. */
export async function setPinned(
  { db, companyId }: Scoped,
  { id, ticketId, on, at }: { id: number; ticketId: number; on: boolean; at: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ticket_notes set pinned_at = case when id = ${id} and ${on} then ${at}::timestamptz end, updated_at = ${at}
    where company_id = ${companyId} and ticket_id = ${ticketId} and (case when id = ${id} then pinned_at is null = ${on} else ${on} and pinned_at is not null end)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function removeNote({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('ticket_notes').where('company_id', '=', companyId).where('id', '=', id).execute();
}
