// What people keep for themselves about tickets.
import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { Viewer } from '@balcao/contract/ticket-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { seenBy } from './list.ts';

const columns = sql`ticket_id as "ticketId", pinned, muted, unread`;

const onActive = ({ companyId }: Scoped, viewer: Viewer) => sql`from ticket_marks m
  join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
  where m.company_id = ${companyId} and m.user_id = ${viewer.id} and t.status <> 'closed' and (m.pinned or m.muted or m.unread)`;

/** A person's marks of active tickets, at most `limit`; those of tickets that they see come first. */
export async function listMarks(ctx: Scoped, viewer: Viewer, limit: number): Promise<TicketMark[]> {
  const { rows } = await sql<TicketMark>`
    select m.ticket_id as "ticketId", m.pinned, m.muted, m.unread ${onActive(ctx, viewer)}
    order by case when ${seenBy(viewer)} then 0 else 1 end, m.ticket_id limit ${limit}`.execute(ctx.db);
  return rows;
}

/** How many active tickets that they see, but for one, a person has marked, and how many of those pinned. */
export async function countMarks(ctx: Scoped, viewer: Viewer, butTicketId: number): Promise<{ marks: number; pins: number }> {
  const { rows } = await sql<{ marks: number; pins: number }>`
    select count(*)::int as marks, count(*) filter (where m.pinned)::int as pins ${onActive(ctx, viewer)}
      and ${seenBy(viewer)} and m.ticket_id <> ${butTicketId}`.execute(ctx.db);
  return rows[0] ?? { marks: 0, pins: 0 };
}

/** Until the transaction ends, nobody else adds to a person's marks: they are counted first. */
export async function holdMarks({ db, companyId }: Scoped, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ticket-marks:${companyId}:${userId}`}, 0))`.execute(db);
}

/** Sets what is given; what is not given stays. */
export async function saveMark(
  { db, companyId }: Scoped,
  userId: number,
  ticketId: number,
  change: Partial<Omit<TicketMark, 'ticketId'>>,
): Promise<TicketMark> {
  const { pinned = null, muted = null, unread = null } = change;
  const { rows } = await sql<TicketMark>`
    insert into ticket_marks as m (company_id, user_id, ticket_id, pinned, muted, unread)
    values (${companyId}, ${userId}, ${ticketId}, coalesce(${pinned}::boolean, false), coalesce(${muted}::boolean, false), coalesce(${unread}::boolean, false))
    on conflict (company_id, user_id, ticket_id) do update set pinned = coalesce(${pinned}::boolean, m.pinned),
      muted = coalesce(${muted}::boolean, m.muted), unread = coalesce(${unread}::boolean, m.unread)
    returning ${columns}`.execute(db);
  return rows[0] ?? { ticketId, pinned: false, muted: false, unread: false };
}
