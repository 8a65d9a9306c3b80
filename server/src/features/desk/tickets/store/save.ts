import type { NewTicket, TicketPatch, WaitPatch } from '@balcao/contract/ticket-move-rules';
import { sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { TicketRow } from '../view.ts';
import { rowsFrom } from './find.ts';
import type { NotedUndo } from './held.ts';
import { moveInsert, type NewMove } from './moves.ts';

/**
 * Adds a ticket, and its first attendance if it is active, with the company's next number; a group's if its contact is one. Its protocol is `protocolDay` and that number. Whoever adds a
 * ticket of the same company at the same time waits for the commit, so no number is given twice, and none is lost.
 */
export async function insertTicket(
  { db, companyId }: Scoped,
  ticket: NewTicket & { contactId: number; protocolDay: string },
): Promise<TicketRow> {
  const { rows } = await sql<TicketRow>`
    with next as (
      insert into ticket_numbers as held (company_id, last) values (${companyId}, 1)
      on conflict (company_id) do update set last = held.last + 1
      returning last as number
    ), t as (
      insert into tickets (company_id, number, protocol, contact_id, is_group, created_at, updated_at, status, user_id, queue_id, connection_id,
        chatbot, use_integration, prompt_id, integration_id, unread_messages, closed_at, rating_until, began_at, waiting_since)
      select c.company_id, next.number, concat(${ticket.protocolDay}::text, '-', next.number), c.id, c.is_group, ${ticket.at}, ${ticket.at},
        ${ticket.status}, ${ticket.userId}, ${ticket.queueId}, ${ticket.connectionId},
        ${ticket.chatbot}, ${ticket.useIntegration}, ${ticket.promptId}, ${ticket.integrationId}, ${ticket.unreadMessages},
        ${ticket.closedAt}, ${ticket.ratingUntil}, ${ticket.at}, ${ticket.status === 'pending' ? ticket.at : null} from next, contacts c
      where c.company_id = ${companyId} and c.id = ${ticket.contactId}
      returning *
    ), begun as (
      insert into attendances (company_id, ticket_id, contact_id, connection_id, queue_id, user_id, queued_at, started_at)
      select t.company_id, t.id, t.contact_id, t.connection_id, t.queue_id, t.user_id, ${ticket.at},
        case when t.status = 'open' then ${ticket.at}::timestamptz end
      from t where t.status <> 'closed' and t.connection_id is not null
    )
    ${rowsFrom(sql`t`)}`.execute(db);
  if (!rows[0]) throw new AppError('ERR_CREATING_TICKET');
  return rows[0];
}

/** `personAt`: when a person last wrote in the ticket or moved it, in this service cycle. */
export type SavedPatch = Omit<TicketPatch, 'undo'> & WaitPatch & { undo?: NotedUndo | null; personAt?: Date | null; priority?: boolean };

/** Writes what is given, raises the revision, notes the move, if there is one, and returns the ticket, `followed` too. Only `changeTicket` may call it. */
export async function saveTicket({ db, companyId }: Scoped, id: number, patch: SavedPatch, move?: NewMove): Promise<TicketRow> {
  const saved = db
    .updateTable('tickets')
    .set({
      status: patch.status,
      user_id: patch.userId,
      queue_id: patch.queueId,
      connection_id: patch.connectionId,
      chatbot: patch.chatbot,
      use_integration: patch.useIntegration,
      prompt_id: patch.promptId,
      integration_id: patch.integrationId,
      unread_messages: patch.unreadMessages,
      closed_at: patch.closedAt,
      rating_until: patch.ratingUntil,
      person_at: patch.personAt,
      waiting_since: patch.waitingSince,
      began_at: patch.beganAt,
      answered_at: patch.answeredAt,
      snoozed_at: patch.snoozedAt,
      snoozed_until: patch.snoozedUntil,
      priority: patch.priority,
      undo: patch.undo && JSON.stringify(patch.undo),
      updated_at: patch.at,
      revision: sql<number>`revision + 1`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll()
    .returning(
      sql`exists (select from ticket_followers f where f.company_id = tickets.company_id and f.ticket_id = tickets.id)`.as('followed'),
    );
  const noted = move ? sql`, noted as (${moveInsert(companyId, move)})` : sql``;
  const { rows } = await sql<TicketRow>`with t as (${saved})${noted} ${rowsFrom(sql`t`)}`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_TICKET_FOUND');
  return rows[0];
}

/** Everything that came in until now is read. The ticket is locked, so what comes in later has a later position. */
export async function saveRead({ db, companyId }: Scoped, id: number): Promise<void> {
  await sql`update tickets set read_up_to = (select last_value from messages_id_seq) where company_id = ${companyId} and id = ${id}`.execute(
    db,
  );
}

export async function removeTicket({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('tickets').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** In all companies: ends the waits for ratings that are over. */
export async function forgetRatings({ db }: Pick<PlatformTx, 'db'>, now: Date, limit: number): Promise<void> {
  await sql`update tickets set rating_until = null where (company_id, id) in (
    select company_id, id from tickets where rating_until <= ${now} limit ${limit} for no key update skip locked)`.execute(db);
}

/** Of all companies: tickets whose wait for a rating is over. */
export async function endedRatingWaits({ db }: Pick<PlatformTx, 'db'>, now: Date, limit: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`select company_id, id from tickets where rating_until <= ${now} limit ${limit}`.execute(db);
  return rows;
}
