// The only writer of connections and of the queues they serve. Deleted ones are invisible here; history still joins them.
import type { ConnectionChannel, ConnectionStatus } from '@balcao/contract/connection-rules';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import { alphabetical } from '../../../platform/db/alphabet.ts';
import { AppError, violatedConstraint } from '../../../platform/errors.ts';
import type { Connections } from '../../../tables.ts';

export type ConnectionQueue = { id: number; name: string; color: string; greetingMessage: string };

export type ConnectionRow = Omit<Selectable<Connections>, 'channel' | 'status'> & {
  channel: ConnectionChannel;
  status: ConnectionStatus;
  /** The queues it serves, in order. */
  queues: ConnectionQueue[];
};

const withQueues = sql`
  select w.*, coalesce((
    select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color, 'greetingMessage', q.greeting_message)
      order by q.order_queue nulls last, ${alphabetical(sql`q.name`)})
    from connection_queues cq join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
    where cq.company_id = w.company_id and cq.connection_id = w.id and q.deleted_at is null), '[]') as queues
  from connections w`;

/** All connections of the company, the default first. The plan limits their number. */
export async function allConnections({ db, companyId }: Scoped): Promise<ConnectionRow[]> {
  const { rows } = await sql<ConnectionRow>`
    ${withQueues} where w.company_id = ${companyId} and w.deleted_at is null order by w.is_default desc, ${alphabetical(sql`w.name`)} limit 1000`.execute(
    db,
  );
  return rows;
}

export async function findConnection({ db, companyId }: Scoped, id: number): Promise<ConnectionRow | null> {
  const { rows } =
    await sql<ConnectionRow>`${withQueues} where w.company_id = ${companyId} and w.id = ${id} and w.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Throws ERR_NO_WAPP_FOUND. */
export async function getConnection(ctx: Scoped, id: number): Promise<ConnectionRow> {
  const row = await findConnection(ctx, id);
  if (!row) throw new AppError('ERR_NO_WAPP_FOUND');
  return row;
}

/** Locks the row against changes until the transaction ends; other transactions may do the same. */
export async function shareConnection(ctx: Scoped, id: number): Promise<ConnectionRow | null> {
  await sql`select 1 from connections where company_id = ${ctx.companyId} and id = ${id} for share`.execute(ctx.db);
  return findConnection(ctx, id);
}

/** Locks the row until the transaction ends. Throws ERR_NO_WAPP_FOUND. */
export async function lockConnection(ctx: Scoped, id: number): Promise<ConnectionRow> {
  await sql`select 1 from connections where company_id = ${ctx.companyId} and id = ${id} for no key update`.execute(ctx.db);
  return getConnection(ctx, id);
}

/** One transaction at a time may decide about all connections: names, the default, the plan's limit. */
export async function lockAllConnections({ db, companyId }: Scoped): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`connections:${companyId}`}, 0))`.execute(db);
}

export async function countConnections({ db, companyId }: Scoped): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from connections where company_id = ${companyId} and deleted_at is null`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findDefault({ db, companyId }: Scoped): Promise<{ id: number } | null> {
  const { rows } = await sql<{
    id: number;
  }>`select id from connections where company_id = ${companyId} and is_default and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** The connection for a user who chose none: their own, else a connected one, the default first. */
export async function findUsable({ db, companyId }: Scoped, userId: number | null): Promise<{ id: number } | null> {
  const { rows } = await sql<{ id: number }>`
    select w.id from connections w
    left join users u on u.company_id = w.company_id and u.connection_id = w.id and u.id = ${userId}
    where w.company_id = ${companyId} and w.deleted_at is null and (u.id is not null or w.status = 'CONNECTED')
    order by u.id is not null desc, w.is_default desc, w.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Counts one more attempt to start the session and returns its number. */
export async function countAttempt({ db, companyId }: Scoped, id: number): Promise<number> {
  const { rows } = await sql<{ retries: number }>`
    update connections set retries = retries + 1 where company_id = ${companyId} and id = ${id} returning retries`.execute(db);
  return rows[0]?.retries ?? 0;
}

/** Throws ERR_WAPP_NAME_EXISTS, ERR_WAPP_TOKEN_EXISTS, ERR_NO_PROMPT_FOUND and ERR_NO_DIALOG_FOUND. */
export async function insertConnection({ db, companyId }: Scoped, values: Omit<Insertable<Connections>, 'company_id'>): Promise<number> {
  const row = await db
    .insertInto('connections')
    .values({ ...values, company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken);
  return row.id;
}

/** Writes the given columns. Throws ERR_WAPP_NAME_EXISTS, ERR_WAPP_TOKEN_EXISTS, ERR_NO_PROMPT_FOUND and ERR_NO_DIALOG_FOUND. */
export async function saveConnection({ db, companyId }: Scoped, id: number, change: Updateable<Connections>): Promise<void> {
  await db.updateTable('connections').set(change).where('company_id', '=', companyId).where('id', '=', id).execute().catch(refuseTaken);
}

/** Records a new status of a connection in its history. */
export async function insertStatus(
  { db, companyId }: Scoped,
  connectionId: number,
  { at, status, reason }: { at: Date; status: ConnectionStatus; reason: string | null },
): Promise<void> {
  await db.insertInto('connection_statuses').values({ company_id: companyId, connection_id: connectionId, at, status, reason }).execute();
}

/** Of all companies: deletes statuses from before `before`, and of each connection those beyond its latest `kept`. */
export async function pruneStatuses({ db }: Pick<PlatformTx, 'db'>, before: Date, kept: number): Promise<void> {
  await sql`
    delete from connection_statuses s using connections w
    where w.company_id = s.company_id and w.id = s.connection_id and (s.at < ${before} or s.id <= (
      select l.id from connection_statuses l where l.company_id = w.company_id and l.connection_id = w.id order by l.id desc offset ${kept} limit 1
    ))`.execute(db);
}

export async function saveQueuesOf({ db, companyId }: Scoped, connectionId: number, queueIds: number[]): Promise<void> {
  await db.deleteFrom('connection_queues').where('company_id', '=', companyId).where('connection_id', '=', connectionId).execute();
  if (queueIds.length === 0) return;
  await db
    .insertInto('connection_queues')
    .values(queueIds.map((queue_id) => ({ company_id: companyId, connection_id: connectionId, queue_id })))
    .execute();
}

export type ByWebhookKey = Pick<
  ConnectionRow,
  'company_id' | 'id' | 'channel' | 'cloud_phone_number_id' | 'cloud_waba_id' | 'cloud_secrets'
>;

/** The owner of a webhook: the only look-up where an unguessable key takes the place of a company. */
export async function connectionByWebhookKey({ db }: PlatformTx, key: string): Promise<ByWebhookKey | null> {
  const { rows } = await sql<ByWebhookKey>`
    select company_id, id, channel, cloud_phone_number_id, cloud_waba_id, cloud_secrets from connections
    where webhook_key = ${key} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** The numbers of the provider's account that this one belongs to, itself among them. */
export async function idsOfAccount({ db, companyId }: Scoped, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select w.id from connections own join connections w on w.company_id = own.company_id
      and (w.id = own.id or (w.cloud_waba_id = own.cloud_waba_id and w.deleted_at is null))
    where own.company_id = ${companyId} and own.id = ${id} order by w.id`.execute(db);
  return rows.map((row) => row.id);
}

function refuseTaken(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === 'connections_prompt') throw new AppError('ERR_NO_PROMPT_FOUND');
  if (constraint === 'connections_name') throw new AppError('ERR_WAPP_NAME_EXISTS');
  if (constraint === 'connections_token') throw new AppError('ERR_WAPP_TOKEN_EXISTS');
  if (constraint === 'connections_company_id_integration_id_fkey') throw new AppError('ERR_NO_DIALOG_FOUND');
  throw error;
}

/** Takes an integration from every connection. Returns those that had it. */
export async function removeIntegration({ db, companyId }: Scoped, integrationId: number, at: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update connections set integration_id = null, updated_at = ${at}
    where company_id = ${companyId} and integration_id = ${integrationId} and deleted_at is null returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Removes a queue from every connection, as a served queue and as the one for waiting tickets. Returns the connections that had it. */
export async function removeQueue({ db, companyId }: Scoped, queueId: number, at: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with served as (
      delete from connection_queues where company_id = ${companyId} and queue_id = ${queueId} returning connection_id)
    update connections w set
      transfer_queue_id = case when w.transfer_queue_id = ${queueId} then null else w.transfer_queue_id end,
      time_to_transfer = case when w.transfer_queue_id = ${queueId} then null else w.time_to_transfer end,
      updated_at = ${at}
    where w.company_id = ${companyId} and w.deleted_at is null
      and (w.transfer_queue_id = ${queueId} or w.id in (select connection_id from served))
    returning w.id`.execute(db);
  return rows.map(({ id }) => id);
}
