import { seenPingsLastMs } from '@balcao/contract/ping-rules';
import { pingsSeen } from '../../../../events/pings.ts';
import { type Ctx, personOf } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { visibleTicket } from '../../tickets/reads.ts';
import { forgetSeen, markSeen } from '../store/pings.ts';

/** The caller has seen what asks for them, in one ticket or in all (null). ERR_NO_TICKET_FOUND. */
export function seePings(ctx: Ctx, ticketId: number | null): Promise<{ seenAt: string }> {
  return transaction(ctx, async (ctx) => {
    const actor = personOf(ctx.actor);
    if (ticketId !== null) await visibleTicket(ctx, ticketId);
    const now = ctx.now();
    const seenAt = now.toISOString();
    if ((await markSeen(ctx, actor.id, ticketId, now)) > 0) {
      await forgetSeen(ctx, actor.id, new Date(now.getTime() - seenPingsLastMs));
      await ctx.publish(pingsSeen, { userId: actor.id, ticketId, seenAt });
    }
    return { seenAt };
  });
}
