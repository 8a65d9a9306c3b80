// The last message of a ticket. Every message changes it, so it has fast statements of its own.
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { TicketRow } from '../view.ts';
import { rowsFrom } from './find.ts';

export type LastMessage = {
  id: number;
  body: string;
  type: string;
  fromMe: boolean;
  ack: number;
  at: Date;
  inboundAt: Date | null;
  unread: boolean;
  /** An agent wrote it, here or on the phone. */
  byPerson: boolean;
  /** The product said it by itself. */
  automatic: boolean;
  now: Date;
};

export type Noted = Omit<LastMessage, 'id'>;

type Written = 'body' | 'type' | 'fromMe' | 'ack' | 'at' | 'inboundAt';
/** What a message says may be columns of the statement that inserts it. */
type Said<T extends Noted | LastMessage> = { [K in keyof T]: K extends Written | 'id' ? T[K] | RawBuilder<unknown> : T[K] };

/** The columns of the last message, set to `last` unless a later one is noted already. */
export function lastMessageColumns(last: Pick<Said<LastMessage>, Written | 'id'>): RawBuilder<unknown> {
  const newest = sql`(last_message_at is null or last_message_at <= ${last.at})`;
  return sql`
    last_message = case when ${newest} then ${last.body} else last_message end,
    last_message_type = case when ${newest} then ${last.type} else last_message_type end,
    last_message_from_me = case when ${newest} then ${last.fromMe} else last_message_from_me end,
    last_message_ack = case when ${newest} then ${last.ack}::smallint else last_message_ack end,
    last_message_failed = last_message_failed and not ${newest},
    last_message_deleted = last_message_deleted and not ${newest},
    last_message_id = case when ${newest} then ${last.id}::bigint else last_message_id end,
    last_message_at = greatest(last_message_at, ${last.at}),
    last_inbound_at = greatest(last_inbound_at, ${last.inboundAt}::timestamptz)`;
}

/** The update by which `saveLastMessage` does so; `isThere` may say that there is no message after all. */
export function lastMessageUpdate(
  companyId: number,
  ticketId: number,
  last: Noted,
  { id, isThere = sql`true` }: { id: RawBuilder<unknown>; isThere?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
      update tickets set ${changesBy(last, id)}
      where company_id = ${companyId} and id = ${ticketId} and ${isThere} returning *`;
}

/** As `lastMessageUpdate` for messages of customers, each in a ticket of its own: rows `m` of the statement that inserts them. */
export function lastMessagesUpdate(companyId: number, now: Date): RawBuilder<unknown> {
  const said = { type: 'conversation', fromMe: false, ack: 0, unread: true, byPerson: false, automatic: false, now };
  const columns = { body: sql`noted_body`, at: sql`noted_at`, inboundAt: sql`noted_at` };
  return sql`
      update tickets set ${changesBy({ ...said, ...columns }, sql`noted_id`)}
      from (select id as noted_id, ticket_id as noted_ticket, body as noted_body, sent_at as noted_at from m) noted
      where tickets.company_id = ${companyId} and tickets.id = noted_ticket returning tickets.*`;
}

function changesBy(last: Said<Noted>, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
        ${lastMessageColumns({ ...last, id })},
        unread_messages = case when ${last.byPerson} then 0 else unread_messages + ${last.unread ? 1 : 0} end,
        automatic_texts = case when ${last.automatic} then automatic_texts + 1 when ${last.byPerson || !last.fromMe} then 0 else automatic_texts end,
        chatbot = chatbot and not ${last.byPerson},
        use_integration = use_integration and not ${last.byPerson},
        waiting_since = case when ${last.byPerson} then null when ${last.fromMe} or status = 'closed' then waiting_since
          else coalesce(waiting_since, ${last.now}::timestamptz) end,
        answered_at = case when ${last.byPerson} then coalesce(answered_at, ${last.now}::timestamptz) else answered_at end,
        snoozed_at = case when ${last.fromMe} then snoozed_at end,
        snoozed_until = case when ${last.fromMe} then snoozed_until end,
        person_at = case when ${last.byPerson} then ${last.now}::timestamptz else person_at end,
        updated_at = ${last.now}, revision = revision + 1`;
}

/** Notes a message as the ticket's last one, unless a later one is noted already, and counts it if it is unread. Returns the ticket. */
export async function saveLastMessage({ db, companyId }: Scoped, ticketId: number, last: LastMessage): Promise<TicketRow> {
  const { rows } = await sql<TicketRow>`
    with t as (${lastMessageUpdate(companyId, ticketId, last, { id: sql`${last.id}` })})
    ${rowsFrom(sql`t`)}`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_TICKET_FOUND');
  return rows[0];
}

/** Sets the ticks of the last message; does nothing if another message came after it. */
export async function saveLastAck(
  { db, companyId }: Scoped,
  ticketId: number,
  messageId: number,
  ack: number,
  failed: boolean,
): Promise<void> {
  await sql`
    update tickets set last_message_ack = ${ack}, last_message_failed = ${failed}, revision = revision + 1
    where company_id = ${companyId} and id = ${ticketId} and last_message_id = ${messageId}`.execute(db);
}

/** Sets the text of the last message; does nothing if another message came after it, or it was deleted. */
export async function saveLastText({ db, companyId }: Scoped, ticketId: number, messageId: number, body: string): Promise<void> {
  await sql`
    update tickets set last_message = ${body}, revision = revision + 1
    where company_id = ${companyId} and id = ${ticketId} and last_message_id = ${messageId} and not last_message_deleted`.execute(db);
}

/** Marks the last message as deleted, and forgets its text; does nothing if another message came after it. */
export async function saveLastDeleted({ db, companyId }: Scoped, ticketId: number, messageId: number): Promise<void> {
  await sql`
    update tickets set last_message = '', last_message_deleted = true, revision = revision + 1
    where company_id = ${companyId} and id = ${ticketId} and last_message_id = ${messageId}`.execute(db);
}
