// Reads only: how much there is to do, and what has waited longest.
import type { Viewer } from '@balcao/contract/ticket-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { seenBy } from './list.ts';

/**
 * The ticket whose customer has waited longest for a person: one that waits and is not the bot's, or an unanswered one of the viewer. Groups
 * wait for nobody.
 */
export async function longestWaiting({ db, companyId }: Scoped, viewer: Viewer, but: number | null): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      (select t.id, a.queued_at as since from tickets t
        join attendances a on a.company_id = t.company_id and a.ticket_id = t.id and a.finished_at is null
        where t.company_id = ${companyId} and t.status = 'pending' and not t.is_group and not t.chatbot and not t.use_integration
          and t.snoozed_at is null and t.id <> ${but ?? 0} and ${seenBy(viewer)}
        order by a.queued_at, t.id limit 1)
      union all
      (select t.id, t.last_inbound_at as since from tickets t
        where t.company_id = ${companyId} and t.user_id = ${viewer.id} and t.status = 'open' and not t.is_group and not t.last_message_from_me
          and t.last_inbound_at is not null and t.snoozed_at is null and t.id <> ${but ?? 0}
        order by t.last_inbound_at, t.id limit 1)
    ) waiting order by since, id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

export async function openByUser({ db, companyId }: Scoped): Promise<{ userId: number; open: number }[]> {
  const { rows } = await sql<{ userId: number; open: number }>`
    select user_id as "userId", count(*)::int as open from tickets
    where company_id = ${companyId} and status = 'open' and user_id is not null group by user_id order by user_id`.execute(db);
  return rows;
}

export async function pendingByQueue({ db, companyId }: Scoped): Promise<{ queueId: number; pending: number }[]> {
  const { rows } = await sql<{ queueId: number; pending: number }>`
    select queue_id as "queueId", count(*)::int as pending from tickets
    where company_id = ${companyId} and status = 'pending' and queue_id is not null group by queue_id order by queue_id`.execute(db);
  return rows;
}
