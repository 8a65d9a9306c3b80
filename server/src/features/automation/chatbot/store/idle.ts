// Idle tickets. The connection sets after how many minutes they are due.
import { subscriptionDay } from '@balcao/contract/plan-rules';
import { sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';

type OfCompany = { company_id: number; id: number };

/** The customer has received our last message and has not answered. */
const unanswered = sql`(not t.is_group and t.last_message_from_me and t.last_message_ack > 0 and not t.last_message_failed)`;

/** Company `c` may work. What belongs to others must not take the room of what is due. */
function works(now: Date) {
  return sql`c.status and c.deleted_at is null and c.due_date >= ${subscriptionDay(now)}::date`;
}

/** Of all companies: tickets that have waited without a queue as long as their connection allows. */
export async function overdueWithoutQueue({ db }: Pick<PlatformTx, 'db'>, now: Date, limit: number): Promise<OfCompany[]> {
  const { rows } = await sql<OfCompany>`
    select t.company_id, t.id
    from connections w
    join companies c on c.id = w.company_id and ${works(now)}
    join queues q on q.company_id = w.company_id and q.id = w.transfer_queue_id and q.deleted_at is null
    cross join lateral (
      select t.company_id, t.id from tickets t
      where t.company_id = w.company_id and t.connection_id = w.id and t.status = 'pending' and t.queue_id is null
        and t.updated_at <= ${now}::timestamptz - w.time_to_transfer * interval '1 minute'
      order by t.updated_at limit 100
    ) t
    where w.time_to_transfer > 0 and w.deleted_at is null limit ${limit}`.execute(db);
  return rows;
}

/** Of all companies: open tickets whose customer has been silent as long as their connection allows. */
export async function silentTickets({ db }: Pick<PlatformTx, 'db'>, now: Date, limit: number): Promise<OfCompany[]> {
  const { rows } = await sql<OfCompany>`
    select t.company_id, t.id
    from connections w
    join companies c on c.id = w.company_id and ${works(now)}
    cross join lateral (
      select t.company_id, t.id from tickets t
      where t.company_id = w.company_id and t.connection_id = w.id and t.status = 'open' and ${unanswered}
        and t.updated_at <= ${now}::timestamptz - w.expires_ticket * interval '1 minute'
      order by t.updated_at limit 100
    ) t
    where w.expires_ticket > 0 and w.deleted_at is null limit ${limit}`.execute(db);
  return rows;
}

export type Idle = {
  kind: 'without-queue' | 'silent';
  /** The queue to transfer it to. */
  transferQueueId: number | null;
  inactiveMessage: string;
};

/** Locks a ticket that is still idle. Null if it no longer is, or if another process has locked it. */
export async function claimIdle({ db, companyId }: Scoped, ticketId: number, now: Date): Promise<Idle | null> {
  const { rows } = await sql<Idle>`
    select case when t.status = 'pending' then 'without-queue' else 'silent' end as kind,
      w.transfer_queue_id as "transferQueueId", w.expires_inactive_message as "inactiveMessage"
    from tickets t join connections w on w.company_id = t.company_id and w.id = t.connection_id and w.deleted_at is null
    where t.company_id = ${companyId} and t.id = ${ticketId} and (
      (t.status = 'pending' and t.queue_id is null and w.time_to_transfer > 0
        and t.updated_at <= ${now}::timestamptz - w.time_to_transfer * interval '1 minute'
        and exists (select 1 from queues q where q.company_id = w.company_id and q.id = w.transfer_queue_id and q.deleted_at is null))
      or (t.status = 'open' and ${unanswered} and w.expires_ticket > 0
        and t.updated_at <= ${now}::timestamptz - w.expires_ticket * interval '1 minute'))
    for no key update of t skip locked`.execute(db);
  return rows[0] ?? null;
}
