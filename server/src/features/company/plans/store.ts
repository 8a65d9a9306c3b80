// The only writer of plans. They belong to no company, so the statements name none.
import type { Kysely, Selectable } from 'kysely';
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

type NewPlan = { name: string; users: number; connections: number; queues: number; value: number };

export async function insertPlan(db: Kysely<Database>, plan: NewPlan): Promise<number> {
  const row = await db.insertInto('plans').values(plan).returning('id').executeTakeFirstOrThrow();
  return row.id;
}
