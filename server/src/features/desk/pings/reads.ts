import { pingsMax } from '@balcao/contract/ping-rules';
import type { PingView } from '@balcao/contract/pings';
import type { Ctx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { seeableBy, visibleTicket } from '../tickets/reads.ts';
import { followersOf } from './store/followers.ts';
import { pingsOf } from './store/pings.ts';
import { pingView } from './view.ts';

/** What asks for the caller, newest first; tickets that they may no longer see are left out. */
export function listPings(ctx: Ctx): Promise<PingView[]> {
  const { actor } = ctx;
  if (actor.kind !== 'user') return Promise.resolve([]);
  return reading(ctx, async (ctx) => (await pingsOf(ctx, actor.id, seeableBy(actor), pingsMax)).map(pingView));
}

/** Who follows a ticket. ERR_NO_TICKET_FOUND. */
export function showFollowers(ctx: Ctx, ticketId: number): Promise<{ id: number; name: string }[]> {
  return reading(ctx, async (ctx) => {
    await visibleTicket(ctx, ticketId);
    return followersOf(ctx, ticketId);
  });
}
