// The only writer of what assistants spent.
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

export type Spent = { calls: number; promptTokens: number; completionTokens: number };

/** `month`: its first day. */
export async function addSpent({ db, companyId }: Scoped, month: string, { calls, promptTokens, completionTokens }: Spent): Promise<void> {
  await sql`
    insert into assistant_usage as u (company_id, month, calls, prompt_tokens, completion_tokens)
    values (${companyId}, ${month}::date, ${calls}, ${promptTokens}, ${completionTokens})
    on conflict (company_id, month) do update set calls = u.calls + excluded.calls,
      prompt_tokens = u.prompt_tokens + excluded.prompt_tokens, completion_tokens = u.completion_tokens + excluded.completion_tokens`.execute(
    db,
  );
}

export async function findSpent({ db, companyId }: Scoped, month: string): Promise<Spent> {
  const { rows } = await sql<Spent>`
    select calls, prompt_tokens as "promptTokens", completion_tokens as "completionTokens"
    from assistant_usage where company_id = ${companyId} and month = ${month}::date`.execute(db);
  return rows[0] ?? { calls: 0, promptTokens: 0, completionTokens: 0 };
}
