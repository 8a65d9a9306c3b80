// The only writer of the conversations that integrations have in tickets.
import { type Selectable, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { IntegrationSessions } from '../../../../tables.ts';

export type SessionRow = Omit<Selectable<IntegrationSessions>, 'choices'> & { choices: string[] };

/** Of a locked ticket. */
export async function findSession({ db, companyId }: Scoped, ticketId: number): Promise<SessionRow | null> {
  const { rows } = await sql<SessionRow>`
    select * from integration_sessions where company_id = ${companyId} and ticket_id = ${ticketId}`.execute(db);
  return rows[0] ?? null;
}

/** Writes the whole row. */
export async function saveSession({ db, companyId }: Scoped, session: Omit<SessionRow, 'company_id'>): Promise<void> {
  await sql`
    insert into integration_sessions (company_id, ticket_id, integration_id, attendance_id, session, choices, spoken_at)
    values (${companyId}, ${session.ticket_id}, ${session.integration_id}, ${session.attendance_id}, ${session.session},
      ${JSON.stringify(session.choices)}, ${session.spoken_at})
    on conflict (company_id, ticket_id) do update set integration_id = excluded.integration_id, attendance_id = excluded.attendance_id,
      session = excluded.session, choices = excluded.choices, spoken_at = excluded.spoken_at`.execute(db);
}

/** The latest service cycle of a ticket; null if it has none. */
export async function latestAttendanceOf({ db, companyId }: Scoped, ticketId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from attendances where company_id = ${companyId} and ticket_id = ${ticketId} order by id desc limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
