import type { AssistantView } from '@balcao/contract/assistants';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { alphabetical } from '../../../../platform/db/alphabet.ts';

/** The prompts of a company by name. */
export async function namedPrompts({ db, companyId }: Scoped, limit: number): Promise<AssistantView[]> {
  const { rows } = await sql<AssistantView>`
    select 'prompt' as kind, p.id, p.name from prompts p where p.company_id = ${companyId}
    order by ${alphabetical(sql`p.name`)}, p.id limit ${limit}`.execute(db);
  return rows;
}

/** The integrations of a company by name. */
export async function namedIntegrations({ db, companyId }: Scoped, limit: number): Promise<AssistantView[]> {
  const { rows } = await sql<AssistantView>`
    select 'integration' as kind, i.id, i.name from integrations i where i.company_id = ${companyId}
    order by ${alphabetical(sql`i.name`)}, i.id limit ${limit}`.execute(db);
  return rows;
}
