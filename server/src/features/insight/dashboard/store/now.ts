// What happens at this moment. Reads only.
import type { BoardView } from '@balcao/contract/dashboard';
import { longWaitMinutes } from '@balcao/contract/dashboard-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { anyCompany } from '../../../../platform/db/any-company.ts';
import type { ActiveCount, PersonRow } from '../view.ts';

const peopleMax = 1000;
const waitingMax = 12;

export type WaitingRow = Omit<BoardView['waiting'][number], 'since'> & { since: Date };

/** Everybody who can sign in, and those of `ids` who no longer can, by name. */
export async function listPeople({ db, companyId }: Scoped, ids: readonly number[]): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select u.id, u.name, u.online, u.last_seen_at as "lastSeenAt", u.deleted_at is not null as deleted,
      coalesce((select json_agg(q.name order by q.order_queue nulls last, q.id) from user_queues uq
        join queues q on q.company_id = uq.company_id and q.id = uq.queue_id and q.deleted_at is null
        where uq.company_id = u.company_id and uq.user_id = u.id), '[]') as queues
    from users u where u.company_id = ${companyId} and (u.deleted_at is null or u.id = any(${[...ids]}::bigint[]))
    order by lower(u.name), u.id limit ${peopleMax}`.execute(db);
  return rows;
}

export async function countActive({ db, companyId }: Scoped, now: Date): Promise<ActiveCount> {
  const { rows } = await sql<ActiveCount>`
    select count(*) filter (where t.status = 'open') as happening, count(*) filter (where t.status = 'pending') as pending,
      count(*) filter (where t.status = 'pending'
        and coalesce(a.queued_at, t.created_at) < ${now}::timestamptz - make_interval(mins => ${longWaitMinutes})) as "pendingLong"
    from tickets t left join attendances a on a.company_id = t.company_id and a.ticket_id = t.id and a.finished_at is null
    where t.company_id = ${anyCompany(companyId)} and t.status in ('pending', 'open')`.execute(db);
  return rows[0] ?? { happening: 0, pending: 0, pendingLong: 0 };
}

/** Open tickets by agent. */
export async function countOpenByUser({ db, companyId }: Scoped): Promise<Map<number, number>> {
  const { rows } = await sql<{ userId: number; n: number }>`
    select user_id as "userId", count(*) as n from tickets where company_id = ${companyId} and status = 'open' and user_id is not null group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ userId, n }) => [userId, n]));
}

/** The customers who have waited longest. */
export async function listWaiting({ db, companyId }: Scoped): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select t.uuid, t.number, c.name as "contactName", coalesce(a.queued_at, t.created_at) as since,
      case when q.id is not null then json_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue
    from tickets t
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    left join attendances a on a.company_id = t.company_id and a.ticket_id = t.id and a.finished_at is null
    left join queues q on q.company_id = t.company_id and q.id = t.queue_id
    where t.company_id = ${anyCompany(companyId)} and t.status = 'pending'
    order by since, t.id limit ${waitingMax}`.execute(db);
  return rows;
}

export async function listNumbers({ db, companyId }: Scoped): Promise<BoardView['connections']> {
  const { rows } = await sql<BoardView['connections'][number]>`
    select id, name, channel, status from connections where company_id = ${companyId} and deleted_at is null order by lower(name), id limit ${peopleMax}`.execute(
    db,
  );
  return rows;
}
