import type { Rating } from '@balcao/contract/rating-rules';
import { waitForRating } from '@balcao/contract/ticket-move-rules';
import type { Tx } from '../../../../../platform/context.ts';
import { saveRating, saveRatingAsked } from '../../store/attendances.ts';
import { lockTicket } from '../../store/held.ts';
import { changeUnannounced } from '../change.ts';

/** Notes that the customer was asked to rate the attendance that ended; until then a 1, 2 or 3 is the answer. */
export async function awaitRating(ctx: Tx, ticketId: number, attendanceId: number, until: Date): Promise<void> {
  const ticket = await lockTicket(ctx, ticketId);
  await changeUnannounced(ctx, ticket, waitForRating(ticket, until));
  await saveRatingAsked(ctx, attendanceId, ctx.now());
}

/** Notes the rating on the attendance that was asked about last. Null when it is rated already, or was never asked about. */
export function rateAttendance(ctx: Tx, ticketId: number, rating: Rating): Promise<{ id: number; userId: number | null } | null> {
  return saveRating(ctx, ticketId, rating, ctx.now());
}
