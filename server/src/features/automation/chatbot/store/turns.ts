// Everything that decides whether the bot answers a message, in one statement, because it runs for every message to an unattended ticket.
import type { BotHours } from '@balcao/contract/chatbot-rules';
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { type SettingKey, settingRules } from '@balcao/contract/setting-rules';
import type { Subscribed } from '@balcao/contract/subscription-rules';
import type { TicketStatus } from '@balcao/contract/ticket-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { Session } from './sessions.ts';

export type Turn = {
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  isGroup: boolean;
  chatbot: boolean;
  contactId: number;
  contactName: string;
  protocol: string;
  automaticTexts: number;
  useIntegration: boolean;
  promptId: number | null;
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
  connectionId: number;
  channel: ConnectionChannel;
  greetingMessage: string;
  /** The number of queues the connection serves. */
  queues: number;
  hours: BotHours;
  /** Whether the company may work decides whether anything answers. */
  company: Subscribed;
  /** By this message they left, or came back. */
  changedConsent: boolean;
  /** What decides which assistant answers. */
  assistant: {
    answering: boolean;
    own: Assistants;
    ofQueue: Assistants;
    ofConnection: Assistants;
    allowed: { prompts: boolean; integrations: boolean };
    resumeMinutes: string;
  };
  /** When a person last wrote in the ticket or moved it, in this service cycle. */
  personAt: Date | null;
  queuedAt: Date;
};

type Assistants = { promptId: number | null; integrationId: number | null };

/** Null if ticket, message, connection or service cycle is gone. */
export async function findTurn({ db, companyId }: Scoped, ticketId: number, messageId: number): Promise<Turn | null> {
  const { rows } = await sql<Turn>`
    select t.status, t.user_id as "userId", t.queue_id as "queueId", t.is_group as "isGroup", t.chatbot, t.contact_id as "contactId",
      c.name as "contactName", t.protocol, t.automatic_texts as "automaticTexts", t.last_inbound_at as "lastInboundAt",
      t.use_integration as "useIntegration", t.prompt_id as "promptId", t.integration_id as "integrationId", t.unread_messages as "unreadMessages",
      t.read_up_to as "readUpTo", t.closed_at as "closedAt", t.rating_until as "ratingUntil",
      t.waiting_since as "waitingSince", t.snoozed_until as "snoozedUntil",
      a.id as "attendanceId", a.finished_at as "finishedAt", a.first_response_at as "firstResponseAt",
      case when s.ticket_id is not null
        then json_build_object('attendanceId', s.attendance_id, 'heardId', s.heard_id, 'state', s.state) end as session,
      m.body, m.is_deleted as "isDeleted", m.sent_at as "sentAt",
      json_build_object('status', co.status, 'dueDate', co.due_date, 'graceDays', co.grace_days) as company,
      w.id as "connectionId", w.channel, w.greeting_message as "greetingMessage",
      (select count(*) from connection_queues cq join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
        where cq.company_id = w.company_id and cq.connection_id = w.id and q.deleted_at is null) as queues,
      json_build_object(
        'scheduleType', coalesce(${setting('scheduleType')}, ${settingRules.scheduleType.default}),
        'timeZone', coalesce(${setting('timeZone')}, ${settingRules.timeZone.default}),
        'outOfHoursMessage', w.out_of_hours_message,
        'companySchedules', case when w.schedules <> '[]' then w.schedules else co.schedules end,
        'holidays', co.holidays,
        'queue', case when q.id is not null
          then json_build_object('outOfHoursMessage', q.out_of_hours_message, 'schedules', q.schedules) end) as hours,
      t.person_at as "personAt", a.queued_at as "queuedAt",
      json_build_object(
        'answering', t.use_integration,
        'own', json_build_object(
          'promptId', (select p.id from prompts p where p.company_id = t.company_id and p.id = t.prompt_id), 'integrationId', t.integration_id),
        'ofQueue', json_build_object('promptId', q.prompt_id, 'integrationId', q.integration_id),
        'ofConnection', json_build_object('promptId', w.prompt_id, 'integrationId', w.integration_id),
        'allowed', json_build_object('prompts', coalesce(pl.use_open_ai, false), 'integrations', coalesce(pl.use_integrations, false)),
        'resumeMinutes', coalesce(${setting('assistantResumeMinutes')}, ${settingRules.assistantResumeMinutes.default})) as assistant,
      exists (
        select from contact_consents e where e.company_id = t.company_id and e.contact_id = t.contact_id and e.message_id = m.id) as "changedConsent"
    from tickets t
    join companies co on co.id = t.company_id
    left join plans pl on pl.id = co.plan_id
    left join queues q on q.company_id = t.company_id and q.id = t.queue_id and q.deleted_at is null
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join messages m on m.company_id = t.company_id and m.ticket_id = t.id and m.id = ${messageId}
    join connections w on w.company_id = t.company_id and w.id = t.connection_id and w.deleted_at is null
    join lateral (
      select a.id, a.finished_at, a.first_response_at, a.queued_at from attendances a
      where a.company_id = t.company_id and a.ticket_id = t.id order by a.id desc limit 1) a on true
    left join chatbot_sessions s on s.company_id = t.company_id and s.ticket_id = t.id
    where t.company_id = ${companyId} and t.id = ${ticketId}`.execute(db);
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

/** The value of a setting of the ticket's company; null if there is no row. */
function setting(key: SettingKey) {
  return sql`(select value from settings where company_id = t.company_id and key = ${key})`;
}
