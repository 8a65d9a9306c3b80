// The only writer of prompts.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { alphabetical } from '../../../../platform/db/alphabet.ts';
import { contains } from '../../../../platform/db/matching.ts';
import type { Prompts } from '../../../../tables.ts';

export type PromptRow = Selectable<Prompts> & { queue_name: string | null };

const withQueue = sql`select p.*, q.name as queue_name from prompts p left join queues q on q.company_id = p.company_id and q.id = p.queue_id`;

export async function listPrompts({ db, companyId }: Scoped, search: string, limit: number, offset: number): Promise<PromptRow[]> {
  const { rows } = await sql<PromptRow>`
    ${withQueue} where p.company_id = ${companyId} and ${contains(sql`p.name`, search)}
    order by ${alphabetical(sql`p.name`)}, p.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countPrompts({ db, companyId }: Scoped, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from prompts p where p.company_id = ${companyId} and ${contains(sql`p.name`, search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findPrompt({ db, companyId }: Scoped, id: number): Promise<PromptRow | null> {
  const { rows } = await sql<PromptRow>`${withQueue} where p.company_id = ${companyId} and p.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Locks the row until the transaction ends. */
export async function lockPrompt(ctx: Scoped, id: number): Promise<PromptRow | null> {
  await sql`select 1 from prompts where company_id = ${ctx.companyId} and id = ${id} for update`.execute(ctx.db);
  return findPrompt(ctx, id);
}

export async function insertPrompt({ db, companyId }: Scoped, prompt: Omit<Insertable<Prompts>, 'company_id'>): Promise<number> {
  const row = await db
    .insertInto('prompts')
    .values({ ...prompt, company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function savePrompt({ db, companyId }: Scoped, id: number, change: Updateable<Prompts>): Promise<void> {
  await db.updateTable('prompts').set(change).where('company_id', '=', companyId).where('id', '=', id).execute();
}

export async function removePrompt({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('prompts').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Counts what a call cost, and keeps what the model was found to want. */
export async function saveCall(
  { db, companyId }: Scoped,
  id: number,
  call: { promptTokens: number; completionTokens: number; longTokensField: boolean; noTemperature: boolean },
): Promise<void> {
  await sql`
    update prompts set prompt_tokens = prompt_tokens + ${call.promptTokens}, completion_tokens = completion_tokens + ${call.completionTokens},
      long_tokens_field = ${call.longTokensField}, no_temperature = ${call.noTemperature}
    where company_id = ${companyId} and id = ${id}`.execute(db);
}

/** Prompts that hand over to a queue. */
export async function promptsOfQueue({ db, companyId }: Scoped, queueId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('prompts')
    .select('id')
    .where('company_id', '=', companyId)
    .where('queue_id', '=', queueId)
    .orderBy('id')
    .limit(1_000)
    .execute();
  return rows.map(({ id }) => id);
}
