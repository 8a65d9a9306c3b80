// The only writer of usage_meters, and what companies use.
import { settingRules } from '@balcao/contract/setting-rules';
import type { UsageSort } from '@balcao/contract/usage';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import { contains } from '../../../platform/db/matching.ts';
import type { UsageMeters } from '../../../tables.ts';

export type UsageRow = {
  id: number;
  name: string;
  status: boolean;
  due_date: string | null;
  plan_name: string | null;
  plan_users: number | null;
  plan_connections: number | null;
  plan_queues: number | null;
  users: number;
  connections: number;
  queues: number;
  messages: number;
  month_messages: number;
  storage_bytes: number;
  ai_tokens: number;
  measured_at: Date | null;
};

const countIn = (table: 'users' | 'connections' | 'queues') =>
  sql`(select count(*) from ${sql.table(table)} t where t.company_id = c.id and t.deleted_at is null)`;

const columns = sql`
  c.id, c.name, c.status, c.due_date, p.name as plan_name, p.users as plan_users, p.connections as plan_connections, p.queues as plan_queues,
  ${countIn('users')} as users, ${countIn('connections')} as connections, ${countIn('queues')} as queues,
  coalesce(m.messages, 0) as messages, coalesce(m.month_messages, 0) as month_messages, coalesce(m.storage_bytes, 0) as storage_bytes,
  coalesce((
    select u.prompt_tokens + u.completion_tokens from assistant_usage u where u.company_id = c.id and u.month = date_trunc('month', now() at time zone
      coalesce((select s.value from settings s where s.company_id = c.id and s.key = 'timeZone'), ${settingRules.timeZone.default}))::date), 0) as ai_tokens,
  m.measured_at
  from companies c left join plans p on p.id = c.plan_id left join usage_meters m on m.company_id = c.id`;

const sorted: Record<UsageSort, RawBuilder<unknown>> = {
  name: sql`lower(name)`,
  users: sql`users`,
  connections: sql`connections`,
  messages: sql`month_messages`,
  storage: sql`storage_bytes`,
  aiTokens: sql`ai_tokens`,
};

/** A page of what companies use, above companies. */
export async function listUsageRows(
  { db }: Pick<PlatformTx, 'db'>,
  { search, sort, order }: { search: string; sort: UsageSort; order: 'asc' | 'desc' },
  limit: number,
  offset: number,
): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    select * from (select ${columns} where c.deleted_at is null and ${contains(sql`c.name`, search)}) as used
    order by ${sorted[sort] ?? sorted.name} ${order === 'desc' ? sql`desc` : sql`asc`}, id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countUsageRows({ db }: Pick<PlatformTx, 'db'>, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from companies c where c.deleted_at is null and ${contains(sql`c.name`, search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findUsageRow({ db, companyId }: Scoped): Promise<UsageRow | null> {
  const { rows } = await sql<UsageRow>`select ${columns} where c.id = ${companyId} and c.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Companies whose count is older than `before`, or was never made. A count that hangs since then begins again. */
export async function listUnmeasured({ db }: Pick<PlatformTx, 'db'>, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from companies c left join usage_meters m on m.company_id = c.id
    where c.deleted_at is null and coalesce(m.measured_at, '-infinity') < ${before} and coalesce(m.counting_since, '-infinity') < ${before}
    order by m.measured_at nulls first, c.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function beginCount({ db, companyId }: Scoped, at: Date): Promise<void> {
  await sql`
    insert into usage_meters (company_id, counted_to, counting_since) values (${companyId}, 0, ${at})
    on conflict (company_id) do update set counted_to = 0, counting_messages = 0, counting_month = 0, counting_bytes = 0, counting_since = ${at}`.execute(
    db,
  );
}

export async function lockMeter({ db, companyId }: Scoped): Promise<Selectable<UsageMeters> | null> {
  const row = await db.selectFrom('usage_meters').selectAll().where('company_id', '=', companyId).forUpdate().executeTakeFirst();
  return row ?? null;
}

/** The next messages after `after`, oldest first: how many, of this month, their bytes, and the last of them; null at the end. */
export async function countPiece(
  { db, companyId }: Scoped,
  after: number,
  month: Date,
  limit: number,
): Promise<{ n: number; ofMonth: number; bytes: number; last: number | null }> {
  const { rows } = await sql<{ n: number; ofMonth: number; bytes: number; last: number | null }>`
    select count(*) as n, count(*) filter (where sent_at >= ${month}) as "ofMonth", coalesce(sum(media_size) filter (where media_key is not null), 0)::bigint as bytes, max(id) as last
    from (select id, sent_at, media_key, media_size from messages where company_id = ${companyId} and id > ${after} order by id limit ${limit}) as piece`.execute(
    db,
  );
  return rows[0] ?? { n: 0, ofMonth: 0, bytes: 0, last: null };
}

export async function addPiece(
  { db, companyId }: Scoped,
  piece: { n: number; ofMonth: number; bytes: number; last: number },
): Promise<void> {
  await sql`
    update usage_meters set counted_to = ${piece.last}, counting_messages = counting_messages + ${piece.n},
      counting_month = counting_month + ${piece.ofMonth}, counting_bytes = counting_bytes + ${piece.bytes}
    where company_id = ${companyId}`.execute(db);
}

/** The bytes of files that are not of messages. */
export async function otherBytes({ db, companyId }: Scoped): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (
      coalesce((select sum(media_size) from chat_files where company_id = ${companyId}), 0)
      + coalesce((select sum(media_size) from file_options where company_id = ${companyId}), 0)
      + coalesce((select sum(media_size) from ticket_notes where company_id = ${companyId} and media_key is not null), 0)
      + coalesce((select sum(media_size) from campaigns where company_id = ${companyId} and media_key is not null), 0))::bigint as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

export async function endCount({ db, companyId }: Scoped, otherBytes: number, at: Date): Promise<void> {
  await sql`
    update usage_meters set messages = counting_messages, month_messages = counting_month, storage_bytes = counting_bytes + ${otherBytes},
      measured_at = ${at}, counted_to = null, counting_since = null
    where company_id = ${companyId}`.execute(db);
}
