import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { type HeldTicket, heldColumns } from './held.ts';
import { type LastMessage, lastMessageColumns } from './last-message.ts';

export type HistoryMessage = Pick<LastMessage, 'id' | 'body' | 'type' | 'fromMe' | 'ack' | 'at' | 'inboundAt'>;

/** Notes an imported message as the last one, unless a later one is noted. A ticket with imported messages only is listed by their time. */
export async function saveHistory({ db, companyId }: Scoped, ticketId: number, last: HistoryMessage): Promise<void> {
  const imported = sql`(status = 'closed' and not exists (select 1 from attendances a where a.company_id = t.company_id and a.ticket_id = t.id))`;
  await sql`
    update tickets t set
      ${lastMessageColumns(last)},
      updated_at = case when ${imported} then greatest(updated_at, ${last.at}) else updated_at end,
      closed_at = case when ${imported} then greatest(closed_at, ${last.at}) else closed_at end,
      revision = revision + 1
    where company_id = ${companyId} and id = ${ticketId}`.execute(db);
}

/** Locks tickets without an attendance whose last message is an imported one from the customer, sent after `since`. */
export async function unansweredHistory(
  { db, companyId }: Scoped,
  connectionId: number,
  since: Date,
  limit: number,
): Promise<HeldTicket[]> {
  const { rows } = await sql<HeldTicket>`
    select ${heldColumns} from tickets t join messages m on m.company_id = t.company_id and m.id = t.last_message_id
    where t.company_id = ${companyId} and t.connection_id = ${connectionId} and t.status = 'closed' and t.updated_at >= ${since}
      and not t.is_group and not t.last_message_from_me and t.last_message_at >= ${since} and m.history
      and not exists (select 1 from attendances a where a.company_id = t.company_id and a.ticket_id = t.id)
      and not exists (select 1 from tickets o where o.company_id = t.company_id and o.contact_id = t.contact_id
        and o.connection_id = t.connection_id and o.status <> 'closed')
    order by t.id limit ${limit} for no key update of t skip locked`.execute(db);
  return rows;
}
