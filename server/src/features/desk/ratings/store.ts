// The only writer of ratings.
import type { Rating } from '@balcao/contract/rating-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';

export async function insertRating(
  { db, companyId }: Scoped,
  rating: { attendanceId: number; ticketId: number; userId: number; rate: Rating; at: Date },
): Promise<void> {
  await sql`
    insert into user_ratings (company_id, attendance_id, ticket_id, user_id, rate, created_at)
    values (${companyId}, ${rating.attendanceId}, ${rating.ticketId}, ${rating.userId}, ${rating.rate}, ${rating.at})
    on conflict (company_id, attendance_id) do nothing`.execute(db);
}
