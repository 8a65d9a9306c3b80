// Reads only: how much there is to do, and what has waited longest.
import type { Viewer } from '@balcao/contract/ticket-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { anyCompany } from '../../../../platform/db/any-company.ts';
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
        where t.company_id = ${anyCompany(companyId)} and t.status = 'pending' and not t.is_group and not t.chatbot and not t.use_integration
          and t.snoozed_at is null and t.id <> ${but ?? 0} and ${seenBy(viewer)}
        order by a.queued_at, t.id limit 1)
      union all
      (select t.id, t.last_inbound_at as since from tickets t
        where t.company_id = ${companyId} and t.user_id = ${viewer.id} and t.status = 'open' and not t.is_group and not t.last_message_from_me
          and t.last_inbound_at is not null and t.snoozed_at is null and t.id <> ${but ?? 0} and ${seenBy(viewer)}
        order by t.last_inbound_at, t.id limit 1)
    ) waiting order by since, id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** So many active tickets are counted at most. */
const activeMax = 20_000;

type Load = { queueId: number | null; userId: number | null; open: number; waiting: number; capacity: number | null };

/**
 * What everybody has to do, and what waits in each queue and in none: there `userId` is null. A person's capacity is their own, or the largest of their queues that give
 * conversations to people.
 */
export async function workload({ db, companyId }: Scoped): Promise<Load[]> {
  const { rows } = await sql<Load>`
    with active as materialized (
      select status, user_id, queue_id, waiting_since from tickets
      where company_id = ${companyId} and status in ('pending', 'open') limit ${activeMax})
    select null::bigint as "queueId", u.id as "userId", count(a.user_id)::int as open, count(a.waiting_since)::int as waiting,
      coalesce(u.assignment_capacity, (
        select max(q.assignment_capacity) from user_queues served join queues q on q.company_id = served.company_id and q.id = served.queue_id
        where served.company_id = ${companyId} and served.user_id = u.id and q.assignment <> 'off')) as capacity
    from users u left join active a on a.user_id = u.id and a.status = 'open'
    where u.company_id = ${companyId} group by u.company_id, u.id
    union all
    select queue_id, null, 0, count(*)::int, null from active where status = 'pending' group by queue_id
    order by 1, 2`.execute(db);
  return rows;
}
