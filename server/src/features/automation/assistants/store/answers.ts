import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

/** How often assistants answered a contact on a connection since then. Counting stops at `limit`. */
export async function answersSince(
  { db, companyId }: Scoped,
  chat: { contactId: number; connectionId: number },
  since: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from messages m
      where m.company_id = ${companyId} and m.contact_id = ${chat.contactId} and m.connection_id = ${chat.connectionId} and m.sent_at > ${since}
        and m.from_me and m.automatic = 'assistant' and m.client_key like 'automatic:assistant-%-0:0'
      limit ${limit}) answered`.execute(db);
  return rows[0]?.count ?? 0;
}
