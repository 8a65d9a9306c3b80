// Reads only: which rows a page of the public API has. Pages go on after the last id, so that what is added meanwhile moves no row.
import type { TicketStatus } from '@balcao/contract/ticket-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';

export type Page = { cursor: number | undefined; limit: number };

type WithId = { id: number };
const idsOf = (rows: WithId[]) => rows.map(({ id }) => id);

export async function contactsAfter({ db, companyId }: Scoped, { cursor, limit }: Page): Promise<number[]> {
  const { rows } = await sql<WithId>`
    select id from contacts where company_id = ${companyId} and id > ${cursor ?? 0} order by id limit ${limit}`.execute(db);
  return idsOf(rows);
}

export type TicketFilter = {
  status?: TicketStatus | undefined;
  contactId?: number | undefined;
  queueId?: number | undefined;
  userId?: number | undefined;
};

/** The newest first. */
export async function ticketsBefore({ db, companyId }: Scoped, filter: TicketFilter, { cursor, limit }: Page): Promise<number[]> {
  const is = (column: string, value: unknown) => (value === undefined ? sql`` : sql`and ${sql.ref(column)} = ${value}`);
  const { rows } = await sql<WithId>`
    select id from tickets where company_id = ${companyId} ${cursor === undefined ? sql`` : sql`and id < ${cursor}`}
      ${is('status', filter.status)} ${is('contact_id', filter.contactId)} ${is('queue_id', filter.queueId)} ${is('user_id', filter.userId)}
    order by id desc limit ${limit}`.execute(db);
  return idsOf(rows);
}

/** The newest first. */
export async function messagesBefore({ db, companyId }: Scoped, ticketId: number, { cursor, limit }: Page): Promise<number[]> {
  const { rows } = await sql<WithId>`
    select id from messages where company_id = ${companyId} and ticket_id = ${ticketId} ${cursor === undefined ? sql`` : sql`and id < ${cursor}`}
    order by id desc limit ${limit}`.execute(db);
  return idsOf(rows);
}

export type TagRow = { id: number; name: string; color: string; kanban: boolean };

export async function tagsAfter({ db, companyId }: Scoped, { cursor, limit }: Page): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select id, name, color, kanban from tags where company_id = ${companyId} and id > ${cursor ?? 0} order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export type QueueRow = { id: number; name: string; color: string };

export async function queuesAfter({ db, companyId }: Scoped, { cursor, limit }: Page): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select id, name, color from queues where company_id = ${companyId} and deleted_at is null and id > ${cursor ?? 0}
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Of connections that are there. */
export async function templatesAfter({ db, companyId }: Scoped, { cursor, limit }: Page): Promise<number[]> {
  const { rows } = await sql<WithId>`
    select t.id from templates t join connections w on w.company_id = t.company_id and w.id = t.connection_id and w.deleted_at is null
    where t.company_id = ${companyId} and t.id > ${cursor ?? 0} order by t.id limit ${limit}`.execute(db);
  return idsOf(rows);
}
