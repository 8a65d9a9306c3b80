// What decides whether the bot answers a message, in one statement, because it runs for every message to an unattended ticket. What is set up is
// known (`turnOf`).
import type { TicketStatus } from '@balcao/contract/ticket-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { Session } from './sessions.ts';

export type StoredTurn = {
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  connectionId: number;
  isGroup: boolean;
  chatbot: boolean;
  contactId: number;
  contactName: string;
  protocol: string;
  automaticTexts: number;
  useIntegration: boolean;
  promptId: number | null;
  /** The same, unless it was deleted meanwhile. */
  ownPromptId: number | null;
  integrationId: number | null;
  unreadMessages: number;
  readUpTo: number;
  closedAt: Date | null;
  ratingUntil: Date | null;
  waitingSince: Date | null;
  snoozedUntil: Date | null;
  lastInboundAt: Date | null;
  /** The latest service cycle. */
  attendanceId: number;
  finishedAt: Date | null;
  firstResponseAt: Date | null;
  session: Session | null;
  body: string;
  isDeleted: boolean;
  sentAt: Date;
  /** By this message they left, or came back. */
  changedConsent: boolean;
  /** When a person last wrote in the ticket or moved it, in this service cycle. */
  personAt: Date | null;
  queuedAt: Date;
};

/** Null if ticket, message, connection or service cycle is gone. */
export async function findTurn({ db, companyId }: Scoped, ticketId: number, messageId: number): Promise<StoredTurn | null> {
  const { rows } = await sql<StoredTurn>`
    select t.status, t.user_id as "userId", t.queue_id as "queueId", t.connection_id as "connectionId", t.is_group as "isGroup", t.chatbot,
      t.contact_id as "contactId", c.name as "contactName", t.protocol, t.automatic_texts as "automaticTexts",
      t.last_inbound_at as "lastInboundAt", t.use_integration as "useIntegration", t.prompt_id as "promptId",
      (select p.id from prompts p where p.company_id = t.company_id and p.id = t.prompt_id) as "ownPromptId", t.integration_id as "integrationId",
      t.unread_messages as "unreadMessages", t.read_up_to as "readUpTo", t.closed_at as "closedAt", t.rating_until as "ratingUntil",
      t.waiting_since as "waitingSince", t.snoozed_until as "snoozedUntil", t.person_at as "personAt",
      a.id as "attendanceId", a.finished_at as "finishedAt", a.first_response_at as "firstResponseAt", a.queued_at as "queuedAt",
      case when s.ticket_id is not null
        then json_build_object('attendanceId', s.attendance_id, 'heardId', s.heard_id, 'state', s.state) end as session,
      m.body, m.is_deleted as "isDeleted", m.sent_at as "sentAt",
      exists (
        select from contact_consents e where e.company_id = t.company_id and e.contact_id = t.contact_id and e.message_id = m.id) as "changedConsent"
    from tickets t
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join messages m on m.company_id = t.company_id and m.ticket_id = t.id and m.id = ${messageId}
    join lateral (
      select a.id, a.finished_at, a.first_response_at, a.queued_at from attendances a
      where a.company_id = t.company_id and a.ticket_id = t.id order by a.id desc limit 1) a on true
    left join chatbot_sessions s on s.company_id = t.company_id and s.ticket_id = t.id
    where t.company_id = ${companyId} and t.id = ${ticketId} and t.connection_id is not null`.execute(db);
  return rows[0] ?? null;
}

/** How far back a customer's question is looked for. */
const lookedThrough = 50;

/** The latest messages of a ticket, newest first. `automatic`: what the product said; null for what people wrote. */
export async function latestMessages(
  { db, companyId }: Scoped,
  ticketId: number,
): Promise<{ id: number; fromMe: boolean; automatic: string | null }[]> {
  const { rows } = await sql<{ id: number; fromMe: boolean; automatic: string | null }>`
    select m.id, m.from_me as "fromMe", m.automatic from messages m
    where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and not m.is_deleted and not m.history and m.state <> 'failed'
    order by m.id desc limit ${lookedThrough}`.execute(db);
  return rows;
}
