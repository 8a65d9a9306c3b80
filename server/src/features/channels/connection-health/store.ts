// The only writer of gaps and of the health of numbers. Statuses belong to the connections feature and are only read here.
import type { GapState } from '@balcao/contract/connection-health-rules';
import type { ConnectionStatus } from '@balcao/contract/connection-rules';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import { anyCompany } from '../../../platform/db/any-company.ts';
import { beginOfDay } from '../../../platform/db/days.ts';
import { AppError } from '../../../platform/errors.ts';
import type { DB } from '../../../tables.ts';

export type HealthRow = Selectable<DB['connection_health']>;
export type GapRow = Omit<Selectable<DB['connection_gaps']>, 'state'> & { state: GapState };
export type StatusRow = { id: number; at: Date; status: ConnectionStatus; reason: string | null };

export async function findHealth({ db, companyId }: Scoped, connectionId: number): Promise<HealthRow | null> {
  const row = await db
    .selectFrom('connection_health')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the health of a number; creates the row if needed. */
export async function lockHealth({ db, companyId }: Scoped, connectionId: number): Promise<HealthRow> {
  await db
    .insertInto('connection_health')
    .values({ company_id: companyId, connection_id: connectionId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('connection_health')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function saveHealth(
  { db, companyId }: Scoped,
  connectionId: number,
  change: Updateable<DB['connection_health']>,
): Promise<void> {
  await db
    .updateTable('connection_health')
    .set(change)
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .execute();
}

export async function forgetHealth({ db, companyId }: Scoped, connectionId: number): Promise<void> {
  await db.deleteFrom('connection_health').where('company_id', '=', companyId).where('connection_id', '=', connectionId).execute();
}

/** Locks the gap of a connection that is not closed; there is at most one. */
export async function lockRunningGap({ db, companyId }: Scoped, connectionId: number): Promise<GapRow | null> {
  const { rows } = await sql<GapRow>`
    select * from connection_gaps where company_id = ${companyId} and connection_id = ${connectionId} and state <> 'closed' for update`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Locks a gap. Throws ERR_NO_GAP_FOUND. */
export async function lockGap({ db, companyId }: Scoped, connectionId: number, id: number): Promise<GapRow> {
  const { rows } = await sql<GapRow>`
    select * from connection_gaps where company_id = ${companyId} and connection_id = ${connectionId} and id = ${id} for update`.execute(
    db,
  );
  if (!rows[0]) throw new AppError('ERR_NO_GAP_FOUND');
  return rows[0];
}

/** Throws ERR_NO_GAP_FOUND. */
export async function getGap({ db, companyId }: Scoped, connectionId: number, id: number): Promise<GapRow> {
  const { rows } = await sql<GapRow>`
    select * from connection_gaps where company_id = ${companyId} and connection_id = ${connectionId} and id = ${id}`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_GAP_FOUND');
  return rows[0];
}

export async function insertGap(
  { db, companyId }: Scoped,
  connectionId: number,
  gap: Pick<GapRow, 'from_at' | 'to_at' | 'reason' | 'state' | 'recount_until'>,
): Promise<void> {
  await db
    .insertInto('connection_gaps')
    .values({ ...gap, company_id: companyId, connection_id: connectionId })
    .execute();
}

export async function saveGap({ db, companyId }: Scoped, id: number, change: Updateable<DB['connection_gaps']>): Promise<void> {
  await db.updateTable('connection_gaps').set(change).where('company_id', '=', companyId).where('id', '=', id).execute();
}

export async function deleteGap({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('connection_gaps').where('company_id', '=', companyId).where('id', '=', id).execute();
}

export async function latestGaps({ db, companyId }: Scoped, connectionId: number, limit: number): Promise<GapRow[]> {
  const { rows } = await sql<GapRow>`
    select * from connection_gaps where company_id = ${companyId} and connection_id = ${connectionId}
    order by from_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export async function latestStatuses({ db, companyId }: Scoped, connectionId: number, limit: number): Promise<StatusRow[]> {
  const { rows } = await sql<StatusRow>`
    select id, at, status, reason from connection_statuses where company_id = ${companyId} and connection_id = ${connectionId}
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Counts messages written between `from` and `to` (the provider reports whole seconds) that came in later, without those we queued
 * meanwhile. The first of them may arrive before the news that the connection is back.
 */
export async function countRecovered(
  { db, companyId }: Scoped,
  connectionId: number,
  { from, to }: { from: Date; to: Date },
): Promise<{ recovered: number; undecryptable: number }> {
  const { rows } = await sql<{ recovered: number; undecryptable: number }>`
    select count(*)::int as recovered, count(*) filter (where media_type = 'unsupported' and media_name in ('undecryptable', 'awaiting_phone'))::int as undecryptable
    from messages where company_id = ${companyId} and connection_id = ${connectionId}
      and sent_at >= date_trunc('second', ${from}::timestamptz) and sent_at <= ${to} and created_at >= greatest(${from}, ${to}::timestamptz - interval '10 seconds') and client_key is null`.execute(
    db,
  );
  return rows[0] ?? { recovered: 0, undecryptable: 0 };
}

export type Traffic = { newChats: number; sent: number; failures: Record<string, number> };

/**
 * Today's sent and failed messages, and the conversations we began today: people whose very first message on this connection is ours and
 * from today. Groups do not count.
 */
export async function trafficToday(
  { db, companyId }: Scoped,
  connectionId: number,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Traffic> {
  const since = beginOfDay(sql`(${now}::timestamptz at time zone ${timeZone})::date`, timeZone);
  const { rows } = await sql<Traffic>`
    with ours as (
      select contact_id, state, fail_reason from messages
      where company_id = ${companyId} and connection_id = ${connectionId} and sent_at >= ${since} and from_me
    )
    select (select count(*)::int from ours where state in ('sent', 'delivered', 'read')) as sent,
      coalesce((select json_object_agg(reason, n) from (
        select coalesce(fail_reason, 'unknown') as reason, count(*)::int as n from ours
        where state = 'failed' and fail_reason is distinct from 'deleted' group by 1) f), '{}') as failures,
      (select count(*)::int from (select distinct contact_id from ours where state in ('sent', 'delivered', 'read')) met
        cross join lateral (
          select m.from_me, m.sent_at from messages m
          where m.company_id = ${anyCompany(companyId)} and m.contact_id = met.contact_id and m.connection_id = ${connectionId}
          order by m.sent_at, m.id limit 1) first
        where first.from_me and first.sent_at >= ${since}
          and not (select c.is_group from contacts c where c.company_id = ${anyCompany(companyId)} and c.id = met.contact_id)) as "newChats"`.execute(
    db,
  );
  return rows[0] ?? { newChats: 0, sent: 0, failures: {} };
}

/** Of all companies: gaps that are still counted, or whose replay has not ended. */
export async function gapsToCount(
  { db }: Pick<PlatformTx, 'db'>,
  limit: number,
): Promise<{ company_id: number; connection_id: number; id: number }[]> {
  return db
    .selectFrom('connection_gaps')
    .select(['company_id', 'connection_id', 'id'])
    .where('recount_until', 'is not', null)
    .orderBy('recount_until')
    .limit(limit)
    .execute();
}

/** Of all companies: deletes closed gaps from before `before`. */
export async function pruneGaps({ db }: Pick<PlatformTx, 'db'>, before: Date): Promise<void> {
  await db.deleteFrom('connection_gaps').where('state', '=', 'closed').where('from_at', '<', before).execute();
}
