import type { PingKind } from '@balcao/contract/ping-rules';
import { canSee, type Placed } from '@balcao/contract/ticket-rules';
import { pinged } from '../../../../events/pings.ts';
import type { Tx } from '../../../../platform/context.ts';
import { findUser } from '../../../company/users/reads.ts';
import { currentTicket } from '../../tickets/reads.ts';
import { followersOf } from '../store/followers.ts';
import { putPing } from '../store/pings.ts';
import { pingView } from '../view.ts';

export type Ping = { ticketId: number; kind: PingKind; noteId: number | null; text: string; byUserId: number | null };

/** Asks people to look at a ticket: those of them who may see it. `placed`: where it is, for who holds it. */
export async function ping(ctx: Tx, wanted: Ping, userIds: readonly number[], placed: Placed | null = null): Promise<void> {
  if (userIds.length === 0) return;
  const ticket = placed ?? (await currentTicket(ctx, wanted.ticketId));
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

/** `placed`: as for `ping`. */
type Handed = { ticketId: number; userId: number; byUserId: number; note?: string | undefined; placed: Placed | null };

/** So much of what was said is shown, in characters. */
const textMax = 300;

/** Tells an agent that somebody gave them a ticket, with what they said. */
export async function pingReceiver(ctx: Tx, { ticketId, userId, byUserId, note = '', placed }: Handed): Promise<void> {
  const text = [...note].slice(0, textMax).join('');
  await ping(ctx, { ticketId, kind: 'handed', noteId: null, text, byUserId }, [userId], placed);
}
