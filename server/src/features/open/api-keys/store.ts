// The only writer of keys. Who holds a key or a token is looked up here, where an unguessable secret takes the place of a company.
import type { ApiScope } from '@balcao/contract/api-rules';
import type { PlanFlag } from '@balcao/contract/plan-rules';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ApiKeys } from '../../../tables.ts';

export type ApiKeyRow = Omit<Selectable<ApiKeys>, 'scopes'> & { scopes: ApiScope[]; created_by_name: string | null };

const withMaker = sql`
  select k.*, u.name as created_by_name from api_keys k
  left join users u on u.company_id = k.company_id and u.id = k.created_by and u.deleted_at is null`;

export async function listApiKeys({ db, companyId }: Scoped, limit: number): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`${withMaker} where k.company_id = ${companyId} order by k.id limit ${limit}`.execute(db);
  return rows;
}

/** Throws ERR_NO_API_KEY_FOUND. */
export async function getApiKey({ db, companyId }: Scoped, id: number): Promise<ApiKeyRow> {
  const { rows } = await sql<ApiKeyRow>`${withMaker} where k.company_id = ${companyId} and k.id = ${id}`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_API_KEY_FOUND');
  return rows[0];
}

/** Locks the row until the transaction ends. Throws ERR_NO_API_KEY_FOUND. */
export async function lockApiKey(ctx: Scoped, id: number): Promise<ApiKeyRow> {
  await sql`select 1 from api_keys where company_id = ${ctx.companyId} and id = ${id} for no key update`.execute(ctx.db);
  return getApiKey(ctx, id);
}

/** Counts the keys of the company. Until the transaction ends nobody else adds one. */
export async function countAndHold({ db, companyId }: Scoped): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api-keys:${companyId}`}, 0))`.execute(db);
  const { rows } = await sql<{ n: number }>`select count(*) as n from api_keys where company_id = ${companyId}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function insertApiKey({ db, companyId }: Scoped, values: Omit<Insertable<ApiKeys>, 'company_id'>): Promise<number> {
  const { id } = await db
    .insertInto('api_keys')
    .values({ ...values, company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function saveApiKey({ db, companyId }: Scoped, id: number, change: Updateable<ApiKeys>): Promise<void> {
  await db.updateTable('api_keys').set(change).where('company_id', '=', companyId).where('id', '=', id).execute();
}

export async function removeApiKey({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('api_keys').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Who holds a secret, with what decides whether they may call. */
export type HolderRow = {
  companyId: number;
  id: number;
  name: string;
  scopes: ApiScope[];
  lastUsedAt: Date | null;
  companyActive: boolean;
  dueDate: string | null;
} & Record<PlanFlag, boolean>;

const company = sql`
  c.status as "companyActive", c.due_date as "dueDate",
  coalesce(p.use_campaigns, false) as "useCampaigns", coalesce(p.use_schedules, false) as "useSchedules",
  coalesce(p.use_internal_chat, false) as "useInternalChat", coalesce(p.use_external_api, false) as "useExternalApi",
  coalesce(p.use_kanban, false) as "useKanban", coalesce(p.use_open_ai, false) as "useOpenAi",
  coalesce(p.use_integrations, false) as "useIntegrations"`;

/** Above companies: who holds the key with this hash. */
export async function holderOfKey({ db }: Pick<PlatformTx, 'db'>, hash: Buffer): Promise<HolderRow | null> {
  const { rows } = await sql<HolderRow>`
    select k.company_id as "companyId", k.id, k.name, k.scopes, k.last_used_at as "lastUsedAt", ${company}
    from api_keys k join companies c on c.id = k.company_id left join plans p on p.id = c.plan_id
    where k.key_hash = ${hash}`.execute(db);
  return rows[0] ?? null;
}

/** Above companies: the connection with this token. */
export async function holderOfToken({ db }: Pick<PlatformTx, 'db'>, hash: Buffer): Promise<HolderRow | null> {
  const { rows } = await sql<HolderRow>`
    select w.company_id as "companyId", w.id, w.name, '{}'::text[] as scopes, null as "lastUsedAt", ${company}
    from connections w join companies c on c.id = w.company_id left join plans p on p.id = c.plan_id
    where w.token_hash = ${hash} and w.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}
