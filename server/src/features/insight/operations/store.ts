// Reads of all companies. Of what it reads it writes nothing but jobs that have failed for good.
import type { ConnectionStatus } from '@balcao/contract/connection-rules';
import { sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import { contains } from '../../../platform/db/matching.ts';

type Db = Pick<PlatformTx, 'db'>;

export type JobRow = { lane: string; due: number; later: number; running: number; oldest: number | null };

/** Jobs that are still to be done, by lane. */
export async function countJobs({ db }: Db): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select lane, (count(*) filter (where state = 'due'))::float8 as due, (count(*) filter (where state = 'later'))::float8 as later,
      (count(*) filter (where state = 'running'))::float8 as running,
      extract(epoch from now() - min(run_at) filter (where state = 'due'))::float8 as oldest
    from (select coalesce((select key from jsonb_object_keys(flags) as key where key not like '%:%' limit 1), 'cron') as lane, run_at,
        case when locked_at is not null then 'running' when run_at <= now() then 'due' else 'later' end as state
      from graphile_worker._private_jobs where attempts < max_attempts) as waiting
    group by lane`.execute(db);
  return rows;
}

export type FailedJobRow = { id: string; task: string; company_id: number | null; error: string; at: Date };

/** Jobs that have failed for good, the latest first. */
export async function listFailedJobs({ db }: Db, limit: number): Promise<FailedJobRow[]> {
  const { rows } = await sql<FailedJobRow>`
    select j.id::text as id, t.identifier as task, (j.payload ->> 'companyId')::float8 as company_id, coalesce(left(j.last_error, 500), '') as error,
      j.updated_at as at
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts >= j.max_attempts and j.locked_at is null order by j.updated_at desc limit ${limit}`.execute(db);
  return rows;
}

/** Lets jobs that have failed for good run again, the latest first; with `id` only that one. Answers their tasks. */
export async function retryFailed({ db }: Scoped, id: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ task: string }>`
    with chosen as (
      select j.id, t.identifier as task
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.attempts >= j.max_attempts and j.locked_at is null and (${id}::bigint is null or j.id = ${id}::bigint)
      order by j.updated_at desc limit ${limit})
    update graphile_worker._private_jobs j set attempts = 0, last_error = null, run_at = now(), updated_at = now()
    from chosen where j.id = chosen.id and j.locked_at is null returning chosen.task`.execute(db);
  return rows.map(({ task }) => task);
}

export type Figures = {
  bytes: number;
  version: string;
  connections: number;
  migration: string;
  failed_jobs: number;
  failed_events: number;
  wanted: number;
  held: number;
  processes: number;
  mails_waiting: number;
  mails_failed: number;
};

/** All that is one number. `now` tells leases that have ended. */
export async function findFigures({ db }: Db, now: Date): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select pg_database_size(current_database())::float8 as bytes, current_setting('server_version') as version,
      (select count(*)::float8 from pg_stat_activity where datname = current_database()) as connections,
      (select max(name) from schema_migrations) as migration,
      (select count(*)::float8 from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null) as failed_jobs,
      (select count(*)::float8 from inbound_events where processed_at is null and error is not null) as failed_events,
      (select count(*)::float8 from web_sessions where wanted = 'run') as wanted,
      (select count(*)::float8 from web_sessions where wanted = 'run' and lease_until > ${now}) as held,
      (select count(distinct owner)::float8 from web_sessions where lease_until > ${now}) as processes,
      (select count(*)::float8 from mails where state = 'waiting') as mails_waiting,
      (select count(*)::float8 from mails where state = 'failed' and created_at > ${now}::timestamptz - interval '7 days') as mails_failed`.execute(
    db,
  );
  return rows[0] as Figures;
}

export async function countConnections({ db }: Db): Promise<{ status: ConnectionStatus; count: number }[]> {
  const { rows } = await sql<{ status: ConnectionStatus; count: number }>`
    select status, count(*)::float8 as count from connections where deleted_at is null group by status order by 2 desc, 1`.execute(db);
  return rows;
}

export type AuditRow = {
  id: number;
  at: Date;
  company_id: number;
  company_name: string;
  actor_name: string | null;
  verb: string;
  subject: string | null;
  details: string;
  ip: string | null;
};
export type AuditFilter = { verb: string | null; companyId: number | null; search: string; from: Date; to: Date };

/** Newest first. `before`: older than this entry. */
export async function listAuditRows({ db }: Db, wanted: AuditFilter, before: number | null, limit: number): Promise<AuditRow[]> {
  const { verb, companyId, search, from, to } = wanted;
  const { rows } = await sql<AuditRow>`
    select l.id, l.at, l.company_id, c.name as company_name, l.actor_name, l.verb, l.subject, l.details::text as details, l.ip
    from audit_log l join companies c on c.id = l.company_id
    where l.at >= ${from} and l.at < ${to} and (${companyId}::bigint is null or l.company_id = ${companyId})
      and (${verb}::text is null or l.verb = ${verb})
      and (${before}::bigint is null or (l.at, l.id) < (select b.at, b.id from audit_log b where b.id = ${before} limit 1))
      and ${contains(sql`l.verb || ' ' || coalesce(l.actor_name, '') || ' ' || coalesce(l.subject, '') || ' ' || coalesce(l.ip, '')`, search)}
    order by l.at desc, l.id desc limit ${limit}`.execute(db);
  return rows;
}
