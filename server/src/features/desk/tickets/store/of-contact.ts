// All tickets of a contact at once.
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { TicketRow } from '../view.ts';
import { rowsFrom } from './find.ts';

/** Active tickets of two contacts on the same connection: of each pair the one that is older, with its protocol, and the other. */
export async function collidingTickets(
  { db, companyId }: Scoped,
  contactId: number,
  otherId: number,
): Promise<{ older: number; newer: number; protocol: string }[]> {
  const { rows } = await sql<{ older: number; newer: number; protocol: string }>`
    select least(a.id, b.id) as older, greatest(a.id, b.id) as newer, case when a.id < b.id then a.protocol else b.protocol end as protocol
    from tickets a
    join tickets b on b.company_id = a.company_id and b.connection_id = a.connection_id and b.contact_id = ${otherId} and b.status <> 'closed'
    where a.company_id = ${companyId} and a.contact_id = ${contactId} and a.status <> 'closed'
    order by 1`.execute(db);
  return rows;
}

/** Locks all tickets of these contacts until the transaction ends, the oldest first. */
export async function lockTicketsOf({ db, companyId }: Scoped, contactIds: readonly number[]): Promise<void> {
  await sql`
    select 1 from tickets where company_id = ${companyId} and contact_id = any(${[...contactIds]}::bigint[]) order by id for no key update`.execute(
    db,
  );
}

/** The tickets of a contact: active ones first, then the latest. */
export async function ticketsOfContact({ db, companyId }: Scoped, contactId: number, limit: number): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    ${rowsFrom()} where t.company_id = ${companyId} and t.contact_id = ${contactId}
    order by (t.status <> 'closed') desc, t.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Moves tickets with their messages to another contact: these, or all of them when `ids` is null. Returns their ids. */
export async function moveTickets({ db, companyId }: Scoped, from: number, to: number, ids: readonly number[] | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update tickets set contact_id = ${to}, revision = revision + 1
    where company_id = ${companyId} and contact_id = ${from} and ${ids === null ? sql`true` : sql`id = any(${[...ids]}::bigint[])`} returning id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Moves attendances in the same way. */
export async function moveAttendances(
  { db, companyId }: Scoped,
  from: number,
  to: number,
  ids: readonly number[] | null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update attendances set contact_id = ${to}
    where company_id = ${companyId} and contact_id = ${from} and ${ids === null ? sql`true` : sql`id = any(${[...ids]}::bigint[])`} returning id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
