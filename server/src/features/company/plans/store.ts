// The only writer of plans. They belong to no company, so the statements name none.
import type { PlanFlag } from '@balcao/contract/plan-rules';
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import { contains } from '../../../platform/db/matching.ts';
import type { DB as Database, Plans } from '../../../tables.ts';

export type PlanRow = Selectable<Plans>;

const listMax = 500;

export function listPlanRows(db: Kysely<Database>): Promise<PlanRow[]> {
  return db.selectFrom('plans').selectAll().orderBy('name').orderBy('id').limit(listMax).execute();
}

export async function findPlanRow(db: Kysely<Database>, id: number): Promise<PlanRow | null> {
  return (await db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findPlanIdByName(db: Kysely<Database>, name: string): Promise<number | null> {
  const row = await db.selectFrom('plans').select('id').where('name', '=', name).executeTakeFirst();
  return row?.id ?? null;
}

/** A page by name. */
export async function listPlanPage(db: Kysely<Database>, search: string, limit: number, offset: number): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select * from plans p where ${contains(sql`p.name`, search)} order by lower(p.name), p.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countPlans(db: Kysely<Database>, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from plans p where ${contains(sql`p.name`, search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export type PlanFields = {
  [K in 'name' | 'users' | 'connections' | 'queues' | 'value' | PlanFlag]?:
    | (K extends 'name' ? string : K extends PlanFlag ? boolean : number)
    | undefined;
};

/** The columns of the given fields; those left out are left out. */
function columnsOf(fields: PlanFields): Updateable<Plans> {
  const { name, users, connections, queues, value } = fields;
  return {
    name,
    users,
    connections,
    queues,
    value,
    use_campaigns: fields.useCampaigns,
    use_schedules: fields.useSchedules,
    use_internal_chat: fields.useInternalChat,
    use_external_api: fields.useExternalApi,
    use_kanban: fields.useKanban,
    use_open_ai: fields.useOpenAi,
    use_integrations: fields.useIntegrations,
  };
}

export function insertPlan(db: Kysely<Database>, fields: PlanFields & { name: string }): Promise<PlanRow> {
  return db
    .insertInto('plans')
    .values({ ...columnsOf(fields), name: fields.name })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Null if there is no such plan. */
export async function savePlan(db: Kysely<Database>, id: number, fields: PlanFields, at: Date): Promise<PlanRow | null> {
  const row = await db
    .updateTable('plans')
    .set({ ...columnsOf(fields), updated_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Does a company have it? Those that are being removed keep theirs until they are gone. */
export async function isPlanUsed(db: Kysely<Database>, id: number): Promise<boolean> {
  return (await db.selectFrom('companies').select('id').where('plan_id', '=', id).limit(1).executeTakeFirst()) !== undefined;
}

/** Answers whether there was one. */
export async function removePlan(db: Kysely<Database>, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('plans').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
