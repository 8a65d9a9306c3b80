import type { Rating } from '@balcao/contract/rating-rules';
import { waitForRating } from '@balcao/contract/ticket-move-rules';
import type { Tx } from '../../../../../platform/context.ts';
import { saveRating, saveRatingAsked } from '../../store/attendances.ts';
import { lockTicket } from '../../store/held.ts';
import { changeUnannounced } from '../change.ts';
import { tell } from '../tell.ts';

/** Notes that the customer was asked to rate an attendance that ended. Until then, a 1, 2 or 3 is the rating. */
export async function awaitRating(ctx: Tx, ticketId: number, attendanceId: number, until: Date): Promise<void> {
  const ticket = await lockTicket(ctx, ticketId);
  await changeUnannounced(ctx, ticket, waitForRating(ticket, until));
  await saveRatingAsked(ctx, attendanceId, ctx.now());
}

/**
 * Stores the rating of the last attendance the customer was asked about, and tells it in the conversation. Null when it is rated already or
 * there is none. ERR_NO_TICKET_FOUND.
 */
export async function rateAttendance(ctx: Tx, ticketId: number, rating: Rating): Promise<{ id: number; userId: number | null } | null> {
  const ticket = await lockTicket(ctx, ticketId);
  const rated = await saveRating(ctx, ticketId, rating, ctx.now());
  if (rated) await tell(ctx, ticket, { kind: 'rated', byUserId: null, detail: { rating } });
  return rated;
}
