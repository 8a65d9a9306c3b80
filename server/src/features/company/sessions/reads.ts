import type { SessionView } from '@balcao/contract/auth';
import type { Ctx, PlatformCtx, Reader } from '../../../platform/context.ts';
import { platformTransaction, reading } from '../../../platform/db/transaction.ts';
import { findSessionPlace, isAnyLater, listOpenSessions } from './store.ts';
import { sessionView } from './view.ts';

const shownMax = 100;

/** The open sessions of the signed-in user, the latest used first. */
export function openSessions(ctx: Ctx, me: { id: number; sessionId: string }): Promise<SessionView[]> {
  return reading(ctx, async (ctx) => {
    const rows = await listOpenSessions(ctx, me.id, ctx.now(), shownMax);
    return rows.map((row) => sessionView(row, me.sessionId));
  });
}

/** Did an operator enter a company by this session who has signed out at home since, or is no operator any more? */
export function isAbandoned(ctx: PlatformCtx, sessionId: string): Promise<boolean> {
  return platformTransaction(ctx, async (ctx) => (await findSessionPlace(ctx, sessionId, ctx.now()))?.isAbandoned ?? true);
}

/** Has the user of this session begun another one since, which is open? Whoever is in the company as somebody is succeeded by nobody. */
export function isSucceeded(ctx: Reader, sessionId: string): Promise<boolean> {
  return isAnyLater(ctx, sessionId, ctx.now());
}
