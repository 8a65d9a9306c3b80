import type { SessionView } from '@balcao/contract/auth';
import type { Ctx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { listOpenSessions } from './store.ts';
import { sessionView } from './view.ts';

const shownMax = 100;

/** The open sessions of the signed-in user, the latest used first. */
export function openSessions(ctx: Ctx, me: { id: number; sessionId: string }): Promise<SessionView[]> {
  return reading(ctx, async (ctx) => {
    const rows = await listOpenSessions(ctx, me.id, ctx.now(), shownMax);
    return rows.map((row) => sessionView(row, me.sessionId));
  });
}
