import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

export type TalkRow = {
  id: number;
  fromMe: boolean;
  /** Empty where nothing was written. */
  text: string;
  isAudio: boolean;
  mediaState: 'none' | 'pending' | 'ready' | 'failed';
  mediaKey: string | null;
};

/** The latest messages of a ticket with words, or with a voice that may be turned into words; oldest first. */
export async function talkOf({ db, companyId }: Scoped, ticketId: number, upTo: number, limit: number): Promise<TalkRow[]> {
  const { rows } = await sql<TalkRow>`
    select m.id, m.from_me as "fromMe", coalesce(t.body, case when m.media_type <> 'audio' then m.body else '' end) as text,
      m.media_type = 'audio' and t.body is null as "isAudio", m.media_state as "mediaState", m.media_key as "mediaKey"
    from messages m left join message_transcripts t on t.company_id = m.company_id and t.message_id = m.id
    where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and m.id <= ${upTo} and not m.is_deleted and m.state <> 'failed'
      and (t.body is not null or (m.media_type in ('conversation', 'image', 'video') and m.body <> '') or (m.media_type = 'audio' and not m.from_me))
    order by m.id desc limit ${limit}`.execute(db);
  return rows.reverse();
}

/** Has the customer written words, or spoken, after this message? */
export async function wroteSince({ db, companyId }: Scoped, ticketId: number, messageId: number): Promise<boolean> {
  const { rows } = await sql`
    select from messages m where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and m.id > ${messageId} and not m.from_me
      and not m.is_deleted and not m.history limit 1`.execute(db);
  return rows.length > 0;
}
