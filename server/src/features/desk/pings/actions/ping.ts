import type { PingKind } from '@balcao/contract/ping-rules';
import { canSee } from '@balcao/contract/ticket-rules';
import { pinged } from '../../../../events/pings.ts';
import type { Tx } from '../../../../platform/context.ts';
import { findUser } from '../../../company/users/reads.ts';
import { currentTicket } from '../../tickets/reads.ts';
import { followersOf } from '../store/followers.ts';
import { putPing, saidWithTransfer } from '../store/pings.ts';
import { pingView } from '../view.ts';

export type Ping = { ticketId: number; kind: PingKind; noteId: number | null; text: string; byUserId: number | null };

/** Asks people to look at a ticket: those of them who may see it. */
export async function ping(ctx: Tx, wanted: Ping, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const ticket = await currentTicket(ctx, wanted.ticketId);
  if (!ticket) return;
  for (const userId of new Set(userIds)) {
    const user = await findUser(ctx, userId);
    if (!user || !canSee(user, ticket)) continue;
    const row = await putPing(ctx, { ...wanted, userId, at: ctx.now() });
    if (row) await ctx.publish(pinged, { userId, ping: pingView(row) });
  }
}

/** Tells those who follow a ticket, but for `but`. */
export async function pingFollowers(ctx: Tx, wanted: Ping, but: readonly number[]): Promise<void> {
  const followers = await followersOf(ctx, wanted.ticketId);
  await ping(
    ctx,
    wanted,
    followers.map(({ id }) => id).filter((id) => id !== wanted.byUserId && !but.includes(id)),
  );
}

/** So long before the ticket was given, at most, was said what belongs to the transfer. */
const withTransferMs = 5_000;

/** Tells an agent that somebody gave them a ticket, with what they said. */
export async function pingReceiver(
  ctx: Tx,
  { ticketId, userId, byUserId }: { ticketId: number; userId: number; byUserId: number },
): Promise<void> {
  const text = await saidWithTransfer(ctx, ticketId, byUserId, new Date(ctx.now().getTime() - withTransferMs));
  await ping(ctx, { ticketId, kind: 'handed', noteId: null, text, byUserId }, [userId]);
}
