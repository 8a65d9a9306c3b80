import { type Rating, ratingQuestion, ratingWaitMs } from '@balcao/contract/rating-rules';
import { undoMs } from '@balcao/contract/ticket-move-rules';
import { z } from 'zod';
import type { Ctx, Tx } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { defineJob } from '../../../platform/jobs/define.ts';
import { findConnection } from '../../company/connections/reads.ts';
import { settingOf } from '../../company/settings/reads.ts';
import { saySystem } from '../messages/actions/out/say-system.ts';
import { holdTicket } from '../tickets/actions/for-features/hold-ticket.ts';
import { awaitRating, rateAttendance } from '../tickets/actions/for-features/rating.ts';
import { attendanceOf, currentTicket } from '../tickets/reads.ts';
import { insertRating } from './store.ts';

type Closing = { ticketId: number; attendanceId: number | null };

export const goodbyeJob = defineJob({
  name: 'ratings.goodbye',
  lane: 'reactions',
  payload: z.object({ ticketId: z.number(), attendanceId: z.number().nullable() }),
  run: sayGoodbye,
});

/** Says goodbye (`sayGoodbye`) once the person who closed the ticket can no longer take that back. */
export function goodbyeSoon(ctx: Tx, closing: Closing): Promise<void> {
  const runAt = new Date(ctx.now().getTime() + undoMs);
  return ctx.enqueue(goodbyeJob, closing, { key: String(closing.attendanceId ?? `t${closing.ticketId}`), runAt });
}

/**
 * After a person closed a ticket: asks for a rating if the company wants that and an agent attended, else sends the connection's farewell.
 * Does nothing if the conversation has already continued.
 */
export function sayGoodbye(ctx: Ctx, { ticketId, attendanceId }: Closing): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const ticket = await holdTicket(ctx, ticketId);
    const attendance = await attendanceOf(ctx, ticketId);
    if (ticket?.status !== 'closed' || ticket.is_group || ticket.connection_id === null || attendance?.id !== attendanceId) return;
    const connection = await findConnection(ctx, ticket.connection_id);
    if (!attendance || !connection) return;
    const attended = attendance.userId !== null && attendance.startedAt !== null;
    if (attended && (await settingOf(ctx, 'userRating')) === 'enabled') {
      const once = `rating-${attendance.id}`;
      const asked = await saySystem(ctx, ticketId, ratingQuestion(connection.rating_message), { kind: 'rating', once });
      if (asked) await awaitRating(ctx, ticketId, attendance.id, new Date(ctx.now().getTime() + ratingWaitMs));
      return;
    }
    await saySystem(ctx, ticketId, connection.complation_message, { kind: 'goodbye', once: `goodbye-${attendance.id}` });
  });
}

/** Stores a customer's rating and sends the connection's farewell. The ticket stays closed. */
export function receiveRating(ctx: Ctx, { ticketId, rating }: { ticketId: number; rating: Rating | null }): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const ticket = await currentTicket(ctx, ticketId);
    const rated = ticket && rating !== null ? await rateAttendance(ctx, ticketId, rating) : null;
    if (!rated || rating === null) return;
    if (rated.userId !== null)
      await insertRating(ctx, { attendanceId: rated.id, ticketId, userId: rated.userId, rate: rating, at: ctx.now() });
    await thank(ctx, ticketId, ticket?.whatsappId ?? null);
  });
}

async function thank(ctx: Tx, ticketId: number, connectionId: number | null): Promise<void> {
  const connection = connectionId === null ? null : await findConnection(ctx, connectionId);
  if (connection) await saySystem(ctx, ticketId, connection.complation_message, { kind: 'goodbye' });
}
