// Reads only: what happened, as far as a notice tells of it.
import type { MediaType } from '@balcao/contract/message-rules';
import type { TicketStatus } from '@balcao/contract/ticket-rules';
import { sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';

export type TicketNews = {
  id: number;
  uuid: string;
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  isGroup: boolean;
  name: string;
};
const ticketColumns = sql`t.id, t.uuid, t.status, t.user_id as "userId", t.queue_id as "queueId", t.is_group as "isGroup", c.name`;

/** A customer's message that nobody has read yet; null otherwise. */
export async function findMessageNews(
  { db, companyId }: Scoped,
  messageId: number,
): Promise<(TicketNews & { text: string; media: MediaType; mutedBy: number[] }) | null> {
  const { rows } = await sql<TicketNews & { text: string; media: MediaType; mutedBy: number[] }>`
    select ${ticketColumns}, left(m.body, 1000) as text, m.media_type as media,
      coalesce((select json_agg(k.user_id) from ticket_marks k
        where k.company_id = t.company_id and k.ticket_id = t.id and k.muted), '[]') as "mutedBy"
    from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where m.company_id = ${companyId} and m.id = ${messageId} and not m.from_me and not m.is_read and not m.is_deleted`.execute(db);
  return rows[0] ?? null;
}

export async function findTicketNews({ db, companyId }: Scoped, ticketId: number): Promise<TicketNews | null> {
  const { rows } = await sql<TicketNews>`
    select ${ticketColumns} from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where t.company_id = ${companyId} and t.id = ${ticketId}`.execute(db);
  return rows[0] ?? null;
}

/** A note that calls somebody who has not seen it yet; null otherwise. */
export async function findCallNews({ db, companyId }: Scoped, pingId: number): Promise<(TicketNews & { text: string; by: string }) | null> {
  const { rows } = await sql<TicketNews & { text: string; by: string }>`
    select ${ticketColumns}, coalesce(left(n.note, 1000), p.text) as text, coalesce(b.name, '') as by
    from pings p join tickets t on t.company_id = p.company_id and t.id = p.ticket_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    left join ticket_notes n on n.company_id = p.company_id and n.id = p.note_id
    left join users b on b.company_id = p.company_id and b.id = p.by_user_id
    where p.company_id = ${companyId} and p.id = ${pingId} and p.seen_at is null`.execute(db);
  return rows[0] ?? null;
}

export type ChatNews = {
  id: number;
  uuid: string;
  title: string;
  lastMessage: string;
  senderId: number;
  sender: string;
  mentions: number[];
  /** Members to whom something in the chat is unread. */
  memberIds: number[];
};

/** A message of an internal chat. */
export async function findChatNews({ db, companyId }: Scoped, messageId: number): Promise<ChatNews | null> {
  const { rows } = await sql<ChatNews>`
    select c.id, c.uuid, c.title, c.last_message as "lastMessage", m.sender_id as "senderId", u.name as sender, to_json(m.mentions) as mentions,
      coalesce((select json_agg(cm.user_id) from chat_members cm
        where cm.company_id = m.company_id and cm.chat_id = m.chat_id and cm.unread > 0), '[]') as "memberIds"
    from chat_messages m join chats c on c.company_id = m.company_id and c.id = m.chat_id
    join users u on u.company_id = m.company_id and u.id = m.sender_id
    where m.company_id = ${companyId} and m.id = ${messageId}`.execute(db);
  return rows[0] ?? null;
}

/** Above companies: an announcement as long as it is active. */
export async function findAnnouncementNews({ db }: Pick<PlatformTx, 'db'>, id: number): Promise<{ title: string; text: string } | null> {
  const row = await db
    .selectFrom('announcements')
    .select(['title', 'text'])
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
  return row ?? null;
}
