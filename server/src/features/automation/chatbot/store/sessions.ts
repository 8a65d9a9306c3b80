// The only writer of the bot's state per ticket.
import type { BotState } from '@balcao/contract/chatbot-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

export type Session = { attendanceId: number; heardId: number; state: BotState };

export async function saveSession(
  { db, companyId }: Scoped,
  ticketId: number,
  { attendanceId, heardId, state }: Session,
  at: Date,
): Promise<void> {
  await sql`
    insert into chatbot_sessions (company_id, ticket_id, attendance_id, heard_id, state, updated_at)
    values (${companyId}, ${ticketId}, ${attendanceId}, ${heardId}, ${JSON.stringify(state)}, ${at})
    on conflict (company_id, ticket_id) do update set
      attendance_id = excluded.attendance_id, heard_id = excluded.heard_id, state = excluded.state, updated_at = excluded.updated_at`.execute(
    db,
  );
}
