// Who is where, forwarded and never stored.
import type { PresenceState } from '@balcao/contract/presence-rules';
import { presenceTold } from '../../../events/presence.ts';
import type { Ctx } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { visibleTicket } from '../tickets/reads.ts';

/** Tells those who may see the ticket that the caller looks at it, writes in it, or has left. ERR_NO_TICKET_FOUND. */
export function tellPresence(ctx: Ctx, ticketId: number, told: { state: PresenceState; arrived: boolean }): Promise<Record<string, never>> {
  return transaction(ctx, async (ctx) => {
    const { id, status, user_id: userId, queue_id: queueId } = await visibleTicket(ctx, ticketId);
    const { actor } = ctx;
    if (actor.kind === 'user') {
      const user = { id: actor.id, name: actor.name };
      await ctx.publish(presenceTold, { ticket: { id, status, userId, queueId }, user, ...told });
    }
    return {};
  });
}
