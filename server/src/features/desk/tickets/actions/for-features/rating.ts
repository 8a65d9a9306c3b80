import type { Rating } from '@balcao/contract/rating-rules';
import { waitForRating } from '@balcao/contract/ticket-move-rules';
import { ticketTold } from '../../../../../events/tickets.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { saveRating, saveRatingAsked } from '../../store/attendances.ts';
import { lockTicket } from '../../store/held.ts';
import { insertMove } from '../../store/moves.ts';
import { changeUnannounced } from '../change.ts';

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
  const { status, userId, queueId } = await lockTicket(ctx, ticketId);
  const at = ctx.now();
  const rated = await saveRating(ctx, ticketId, rating, at);
  if (!rated) return null;
  const placed = { status, userId, queueId };
  await insertMove(ctx, { kind: 'rated', ticketId, byUserId: null, placed, detail: { rating }, at });
  await ctx.publish(ticketTold, { ticketId, placed });
  return rated;
}
