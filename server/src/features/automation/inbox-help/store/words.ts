import type { MediaType } from '@balcao/contract/message-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

/** What was said in a ticket. `text`: of a voice message, its transcript; empty where there are no words. */
export type WordsRow = { fromMe: boolean; type: MediaType; text: string };

/** The latest messages of a ticket, oldest first; with `fromCustomer`, only the customer's words. */
export async function latestWords(
  { db, companyId }: Scoped,
  ticketId: number,
  limit: number,
  { fromCustomer = false } = {},
): Promise<WordsRow[]> {
  const { rows } = await sql<WordsRow>`
    select m.from_me as "fromMe", m.media_type as type,
      coalesce(s.body, case when m.media_type in ('audio', 'locationMessage') then '' else m.body end) as text
    from messages m left join message_transcripts s on s.company_id = m.company_id and s.message_id = m.id
    where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and not m.is_deleted and m.state <> 'failed'
      and (${!fromCustomer} or (not m.from_me and m.media_type = 'conversation'))
    order by m.id desc limit ${limit}`.execute(db);
  return rows.reverse();
}
