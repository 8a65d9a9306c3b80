// The only writer of pings.
import type { PingKind } from '@balcao/contract/ping-rules';
import type { TicketStatus } from '@balcao/contract/ticket-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

export type PingRow = {
  id: number;
  kind: PingKind;
  ticketId: number;
  ticketUuid: string;
  ticketNumber: number;
  ticketStatus: TicketStatus;
  contactId: number;
  contactName: string;
  byId: number | null;
  byName: string | null;
  text: string;
  at: Date;
  seenAt: Date | null;
};

const rowsFrom = (source: RawBuilder<unknown>) => sql`
  select p.id, p.kind, p.ticket_id as "ticketId", t.uuid as "ticketUuid", t.number as "ticketNumber", t.status as "ticketStatus",
    c.id as "contactId", c.name as "contactName", b.id as "byId", b.name as "byName", coalesce(left(n.note, 300), p.text) as text, p.at, p.seen_at as "seenAt"
  from ${source} p
  join tickets t on t.company_id = p.company_id and t.id = p.ticket_id
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  left join ticket_notes n on n.company_id = p.company_id and n.id = p.note_id
  left join users b on b.company_id = p.company_id and b.id = p.by_user_id`;

/** A user's pings, newest first. `seeable`: which tickets `t` they may see. */
export async function pingsOf({ db, companyId }: Scoped, userId: number, seeable: RawBuilder<unknown>, limit: number): Promise<PingRow[]> {
  const { rows } = await sql<PingRow>`
    ${rowsFrom(sql`pings`)}
    where p.company_id = ${companyId} and p.user_id = ${userId} and ${seeable}
    order by p.at desc, p.id desc limit ${limit}`.execute(db);
  return rows;
}

export type NewPing = {
  userId: number;
  ticketId: number;
  kind: PingKind;
  noteId: number | null;
  text: string;
  byUserId: number | null;
  at: Date;
};

/** Adds a ping. An unseen one of the same kind in the same ticket becomes it. */
export async function putPing({ db, companyId }: Scoped, ping: NewPing): Promise<PingRow | null> {
  const { rows } = await sql<PingRow>`
    with p as (
      insert into pings (company_id, user_id, ticket_id, kind, note_id, text, by_user_id, at)
      values (${companyId}, ${ping.userId}, ${ping.ticketId}, ${ping.kind}, ${ping.noteId}, ${ping.text},
        (select id from users where company_id = ${companyId} and id = ${ping.byUserId}), ${ping.at})
      on conflict (company_id, user_id, ticket_id, kind) where seen_at is null
        do update set note_id = excluded.note_id, text = excluded.text, by_user_id = excluded.by_user_id, at = excluded.at
      returning *)
    ${rowsFrom(sql`p`)}`.execute(db);
  return rows[0] ?? null;
}

/** Marks a user's pings as seen, of one ticket or all. Answers how many were not. */
export async function markSeen({ db, companyId }: Scoped, userId: number, ticketId: number | null, at: Date): Promise<number> {
  const ofTicket = ticketId === null ? sql`true` : sql`ticket_id = ${ticketId}`;
  const { rows } = await sql`
    update pings set seen_at = ${at} where company_id = ${companyId} and user_id = ${userId} and seen_at is null and ${ofTicket}
    returning id`.execute(db);
  return rows.length;
}

export async function forgetSeen({ db, companyId }: Scoped, userId: number, before: Date): Promise<void> {
  await sql`delete from pings where company_id = ${companyId} and user_id = ${userId} and seen_at < ${before}`.execute(db);
}
