// Looking for something in what a contact and the company wrote to each other. Each reads a bounded part of a thread.
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { anyCompany } from '../../../../platform/db/any-company.ts';
import { around, contains } from '../../../../platform/db/matching.ts';
import type { MessageWithParts } from '../view.ts';
import { findMessages } from './messages.ts';

/** How many of the latest messages of a conversation are searched. */
const searchedMax = 20_000;
/** How many of the latest messages on each connection are looked through for files and links. */
const lookedThroughMax = 3_000;

export type Author = 'all' | 'customer' | 'us';
export type Hit = { kind: 'message' | 'note'; id: string; at: Date; position: number; body: string };

/** How many of the latest notes of a conversation are searched: as many as are shown in it. */
const notesSearchedMax = 200;

/**
 * The messages and notes of a thread with a text, the newest first. `seen` is a condition on ticket `t`. `position`: of a message, counted
 * from the newest one; of a note, that of the message before it.
 */
export async function findInThread(
  { db, companyId }: Scoped,
  thread: { contactId: number; connectionId: number },
  { search, from }: { search: string; from: Author },
  seen: RawBuilder<unknown>,
  limit: number,
): Promise<Hit[]> {
  const by = from === 'all' ? sql`true` : sql`found.from_me = ${from === 'us'}`;
  const chat = sql`t.contact_id = ${thread.contactId} and t.connection_id = ${thread.connectionId}`;
  const { rows } = await sql<Hit>`
    select found.kind, found.id::text as id, found.at, found.position, left(found.body, 160) as body from (
      select told.*, (count(*) filter (where kind = 'message') over (order by at desc, kind, id desc) + (kind = 'note')::int)::int as position from (
        (select 'message' as kind, m.id, m.sent_at as at, m.body, coalesce(m.media_name, '') as named, m.from_me, m.is_deleted
        from messages m join tickets t on t.company_id = ${anyCompany(companyId)} and t.id = m.ticket_id
        where m.company_id = ${companyId} and m.contact_id = ${thread.contactId} and m.connection_id = ${thread.connectionId} and ${seen}
        order by m.sent_at desc, m.id desc limit ${searchedMax})
        union all
        (select 'note', n.id, n.created_at, n.note, '', true, false
        from ticket_notes n join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
        where n.company_id = ${companyId} and t.company_id = ${companyId} and ${chat} and n.kind = 'written' and ${seen}
        order by n.id desc limit ${notesSearchedMax})
      ) told
    ) found
    where not found.is_deleted and ${by} and (${contains(sql`found.body`, search)} or ${contains(sql`found.named`, search)})
    order by found.position, found.kind desc, found.id desc limit ${limit}`.execute(db);
  return rows;
}

export type HitRow = {
  ticketId: number;
  kind: 'message' | 'file' | 'note';
  id: string;
  at: Date;
  fromMe: boolean;
  user: { id: number; name: string } | null;
  participantName: string | null;
  body: string;
};

/** What has a text among the latest messages of each of some tickets, the newest first. `readable`: which tickets `t` the reader may read. */
export async function findInTickets(
  { db, companyId }: Scoped,
  { ticketIds, search, latest }: { ticketIds: readonly number[]; search: string; latest: number },
  readable: RawBuilder<unknown>,
  limit: number,
): Promise<HitRow[]> {
  const { rows } = await sql<HitRow>`
    select t.id as "ticketId", found.kind, found.id::text as id, found.sent_at as at, found.from_me as "fromMe", found.participant_name as "participantName",
      found.body, case when u.id is null then null else json_build_object('id', u.id, 'name', u.name) end as "user"
    from tickets t cross join lateral (
      select m.id, m.sent_at, m.from_me, m.user_id, m.participant_name, case when m.named then 'file' else 'message' end as kind,
        case when m.named then ${around(sql`m.media_name`, search)} else ${around(sql`m.body`, search)} end as body
      from (
        select m.*, not ${contains(sql`m.body`, search)} as named from (
          select id, sent_at, from_me, user_id, participant_name, body, media_name, is_deleted from messages
          where company_id = t.company_id and ticket_id = t.id order by sent_at desc, id desc limit ${latest}
        ) m where not m.is_deleted and (${contains(sql`m.body`, search)} or ${contains(sql`coalesce(m.media_name, '')`, search)})
      ) m order by m.sent_at desc, m.id desc limit ${limit}
    ) found
    left join users u on u.company_id = t.company_id and u.id = found.user_id
    where t.company_id = ${companyId} and t.id = any(${[...ticketIds]}::bigint[]) and ${readable}
    order by found.sent_at desc, found.id desc`.execute(db);
  return rows;
}

export type MediaKind = 'media' | 'files' | 'links';

const kinds: Record<MediaKind, RawBuilder<boolean>> = {
  media: sql`(m.media_type in ('image', 'video') and m.media_state = 'ready')`,
  files: sql`(m.media_type in ('application', 'audio') and m.media_state = 'ready' and not m.is_voice)`,
  links: sql`(m.media_type in ('conversation', 'image', 'video', 'application') and m.body ~* '(^|\\W)https?://')`,
};

/** The file above the text of a template is shown as what it is. */
const shownType = sql`case m.template #>> '{media,kind}'
  when 'IMAGE' then 'image' when 'VIDEO' then 'video' when 'DOCUMENT' then 'application' else m.media_type end`;

/** A page of what is of a kind, the newest first. `seen` is a condition on ticket `t`. */
export async function mediaOfContact(
  ctx: Scoped,
  contactId: number,
  kind: MediaKind,
  seen: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<MessageWithParts[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from ${latestOf(ctx, contactId, seen)} where ${kinds[kind]}
    order by m.sent_at desc, m.id desc limit ${limit} offset ${offset}`.execute(ctx.db);
  const found = new Map((await findMessages(ctx, ids(rows))).map((message) => [message.id, message]));
  return ids(rows).flatMap((id) => found.get(id) ?? []);
}

export async function countMedia(ctx: Scoped, contactId: number, seen: RawBuilder<unknown>): Promise<Record<MediaKind, number>> {
  const { rows } = await sql<Record<MediaKind, number>>`
    select count(*) filter (where ${kinds.media})::int as media, count(*) filter (where ${kinds.files})::int as files,
      count(*) filter (where ${kinds.links})::int as links
    from ${latestOf(ctx, contactId, seen)}`.execute(ctx.db);
  return rows[0] ?? { media: 0, files: 0, links: 0 };
}

function latestOf({ companyId }: Scoped, contactId: number, seen: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select m.* from (
      select distinct connection_id from tickets where company_id = ${companyId} and contact_id = ${contactId} and connection_id is not null
    ) chat cross join lateral (
      select m.id, m.sent_at, ${shownType} as media_type, m.media_state, m.is_voice, m.is_deleted, m.body
      from messages m join tickets t on t.company_id = ${anyCompany(companyId)} and t.id = m.ticket_id
      where m.company_id = ${companyId} and m.contact_id = ${contactId} and m.connection_id = chat.connection_id and ${seen}
      order by m.sent_at desc, m.id desc limit ${lookedThroughMax}
    ) m where not m.is_deleted
  ) m`;
}

function ids(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
