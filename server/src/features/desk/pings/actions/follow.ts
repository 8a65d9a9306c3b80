import { followersMax } from '@balcao/contract/ping-rules';
import { followersChanged } from '../../../../events/pings.ts';
import { type Ctx, personOf } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { keepTicket } from '../../tickets/actions/for-features/hold-ticket.ts';
import { addFollower, followersOf, removeFollower } from '../store/followers.ts';

/** The caller follows a ticket, or no longer. ERR_NO_TICKET_FOUND; ERR_TOO_MANY_FOLLOWERS. */
export function followTicket(ctx: Ctx, ticketId: number, on: boolean): Promise<{ id: number; name: string }[]> {
  return transaction(ctx, async (ctx) => {
    const actor = personOf(ctx.actor);
    const ticket = await keepTicket(ctx, ticketId);
    if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND');
    const changed = on ? await addFollower(ctx, ticketId, actor.id, ctx.now()) : await removeFollower(ctx, ticketId, actor.id);
    const followers = await followersOf(ctx, ticketId);
    if (changed && followers.length > followersMax) throw new AppError('ERR_TOO_MANY_FOLLOWERS', { max: followersMax });
    const { status, userId, queueId } = ticket;
    if (changed) await ctx.publish(followersChanged, { ticketId, placed: { status, userId, queueId }, followers });
    return followers;
  });
}
