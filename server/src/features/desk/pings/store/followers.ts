// The only writer of who follows which ticket.
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

/** Who follows a ticket, by name. */
export async function followersOf({ db, companyId }: Scoped, ticketId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from ticket_followers f join users u on u.company_id = f.company_id and u.id = f.user_id and u.deleted_at is null
    where f.company_id = ${companyId} and f.ticket_id = ${ticketId} order by u.name, u.id`.execute(db);
  return rows;
}

/** Answers whether anything changed. */
export async function addFollower({ db, companyId }: Scoped, ticketId: number, userId: number, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into ticket_followers (company_id, ticket_id, user_id, created_at) values (${companyId}, ${ticketId}, ${userId}, ${at})
    on conflict do nothing returning user_id`.execute(db);
  return rows.length > 0;
}

/** Answers whether anything changed. */
export async function removeFollower({ db, companyId }: Scoped, ticketId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from ticket_followers where company_id = ${companyId} and ticket_id = ${ticketId} and user_id = ${userId} returning user_id`.execute(
    db,
  );
  return rows.length > 0;
}
