import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

/** The keys of what assistants said to a contact on a connection since then; at most `limit`. */
export async function saidSince(
  { db, companyId }: Scoped,
  chat: { contactId: number; connectionId: number },
  since: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ key: string | null }>`
    select m.client_key as key from messages m
    where m.company_id = ${companyId} and m.contact_id = ${chat.contactId} and m.connection_id = ${chat.connectionId} and m.sent_at > ${since}
      and m.from_me and m.automatic = 'assistant'
    order by m.sent_at desc, m.id desc limit ${limit}`.execute(db);
  return rows.map(({ key }) => key ?? '');
}
