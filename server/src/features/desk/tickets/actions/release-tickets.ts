// Tickets whose agent or queue was deleted, or whose agent may no longer see them.
import { moveTicket } from '@balcao/contract/ticket-move-rules';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { must } from '../../../../platform/errors.ts';
import { holdUser } from '../../../company/users/actions.ts';
import { atOnce, type HeldTicket, lockActiveTicketsOfQueue, lockTicketsOfUser, lockTicketsOutOfSightOf } from '../store/held.ts';
import { changeTicket } from './change.ts';

/** The open tickets of a deleted user wait again. At most 50 a call; resolves with true if there may be more. */
export function releaseTicketsOf(ctx: Ctx, userId: number): Promise<boolean> {
  return transaction(ctx, async (ctx) => release(ctx, await lockTicketsOfUser(ctx, userId)));
}

/** The open tickets that a user may no longer see wait again, for those who do. At most 50 a call; resolves with true if there may be more. */
export function releaseTicketsOutOfSightOf(ctx: Ctx, userId: number): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const user = await holdUser(ctx, userId);
    return user !== null && (await release(ctx, await lockTicketsOutOfSightOf(ctx, user)));
  });
}

async function release(ctx: Tx, tickets: HeldTicket[]): Promise<boolean> {
  for (const ticket of tickets) await changeTicket(ctx, ticket, must(moveTicket(ticket, { status: 'pending' }, null, ctx.now())));
  return tickets.length === atOnce;
}

/** The active tickets of a deleted queue wait without a queue. At most 50 a call; resolves with true if there may be more. */
export function unqueueTicketsOf(ctx: Ctx, queueId: number): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const tickets = await lockActiveTicketsOfQueue(ctx, queueId);
    for (const ticket of tickets)
      await changeTicket(ctx, ticket, must(moveTicket(ticket, { status: 'pending', queueId: null }, null, ctx.now())));
    return tickets.length === atOnce;
  });
}
