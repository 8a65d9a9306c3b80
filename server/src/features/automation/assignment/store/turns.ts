import type { AssignmentMode, Candidate } from '@balcao/contract/assignment-rules';
import { sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';

/** Nobody else assigns tickets of the company until the transaction ends, so nobody is given more than they have room for. */
export async function holdAssigning({ db, companyId }: Scoped): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`assign:${companyId}`}, 0))`.execute(db);
}

/** How a queue assigns; null if it does not, or is gone. */
export async function assigningQueue(
  { db, companyId }: Scoped,
  queueId: number,
): Promise<{ mode: AssignmentMode; capacity: number } | null> {
  const { rows } = await sql<{ mode: AssignmentMode; capacity: number }>`
    select assignment as mode, assignment_capacity as capacity from queues
    where company_id = ${companyId} and id = ${queueId} and assignment <> 'off' and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/**
 * Tickets that wait in a queue for a person, who longest waits first: not groups, not while the bot or an assistant talks, nor while whoever
 * moved it may take that back, nor what is set aside. `returnedBy`: who put it back. `onlyFree`: if nobody else has room; what they put back
 * themselves is left out then, so that it keeps back nothing that waits behind it.
 */
export async function waitingTickets(
  { db, companyId }: Scoped,
  queueId: number,
  { now, onlyFree }: { now: Date; onlyFree: number | null },
  limit: number,
): Promise<{ id: number; returnedBy: number | null }[]> {
  const { rows } = await sql<{ id: number; returnedBy: number | null }>`
    select t.id, (t.undo ->> 'by')::bigint as "returnedBy" from tickets t
    left join attendances a on a.company_id = t.company_id and a.ticket_id = t.id and a.finished_at is null
    where t.company_id = ${companyId} and t.queue_id = ${queueId} and t.status = 'pending' and t.user_id is null
      and not t.is_group and not t.chatbot and not t.use_integration and t.snoozed_at is null
      and (${onlyFree}::bigint is null or (t.undo ->> 'by')::bigint is distinct from ${onlyFree}::bigint)
      and (t.undo is null or t.undo ->> 'until' <= ${now.toISOString()}::text)
    order by coalesce(a.queued_at, t.created_at), t.id limit ${limit}`.execute(db);
  return rows;
}

/** The people of a queue who are there, with their open conversations and when they last got one of this queue. */
export async function candidatesOf({ db, companyId }: Scoped, queueId: number): Promise<Candidate[]> {
  const { rows } = await sql<{ id: number; open: number; capacity: number | null; lastAt: Date | null }>`
    select u.id, u.assignment_capacity as capacity, qt.at as "lastAt",
      (select count(*) from tickets t where t.company_id = u.company_id and t.user_id = u.id and t.status = 'open' and not t.is_group) as open
    from user_queues uq
    join users u on u.company_id = uq.company_id and u.id = uq.user_id and u.deleted_at is null and u.online and not u.away
    left join queue_turns qt on qt.company_id = uq.company_id and qt.queue_id = uq.queue_id and qt.user_id = uq.user_id
    where uq.company_id = ${companyId} and uq.queue_id = ${queueId} order by u.id limit 1000`.execute(db);
  return rows.map(({ lastAt, ...each }) => ({ ...each, lastAt: lastAt?.getTime() ?? null }));
}

/** Notes that somebody was given a ticket of a queue. */
export async function saveTurn({ db, companyId }: Scoped, queueId: number, userId: number, at: Date): Promise<void> {
  await sql`insert into queue_turns (company_id, queue_id, user_id, at) values (${companyId}, ${queueId}, ${userId}, ${at})
    on conflict (company_id, queue_id, user_id) do update set at = excluded.at`.execute(db);
}

/** The queues of a person that assign. */
export async function assigningQueuesOf({ db, companyId }: Scoped, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select q.id from user_queues uq join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
    where uq.company_id = ${companyId} and uq.user_id = ${userId} and q.assignment <> 'off' and q.deleted_at is null order by q.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Of all companies, in turns: queues that assign and in which a ticket waits. */
export async function queuesWithWaiting({ db }: Pick<PlatformTx, 'db'>, limit: number): Promise<{ company_id: number; id: number }[]> {
  const { rows } = await sql<{ company_id: number; id: number }>`
    select q.company_id, q.id from queues q where q.assignment <> 'off' and q.deleted_at is null and exists (
      select from tickets t where t.company_id = q.company_id and t.queue_id = q.id and t.status = 'pending' and not t.is_group
        and not t.chatbot and not t.use_integration and t.snoozed_at is null)
    order by row_number() over (partition by q.company_id order by q.id) limit ${limit}`.execute(db);
  return rows;
}
