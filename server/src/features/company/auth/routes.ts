import type { Session } from '@balcao/contract/auth';
import { authEndpoints } from '@balcao/contract/auth';
import { type RequestInfo, routes } from '../../../platform/http/routes.ts';
import { openSessions } from '../sessions/reads.ts';
import { endOne, endOthers, enterAsUser, leaveCompany, refreshSession, type SignedInSession, signIn, signOut } from './actions.ts';
import { showMe } from './reads.ts';

/** The refresh cookie, named as existing clients know it. It lasts as long as an unused session. */
const cookieName = 'jrt';
const cookieSeconds = 7 * 24 * 60 * 60;

export const authRoutes = routes(authEndpoints, {
  signIn: async (ctx, { body }) => withCookie(ctx.request, await signIn(ctx, body, ctx.request)),
  refreshSession: async (ctx) => {
    // Clear the cookie first: it stays cleared if the session does not continue.
    ctx.request.clearCookie(cookieName);
    return withCookie(ctx.request, await refreshSession(ctx, ctx.request.cookie(cookieName)));
  },
  signOut: async (ctx) => {
    await signOut(ctx, ctx.actor, ctx.request.ip);
    ctx.request.clearCookie(cookieName);
    return {};
  },
  enterCompany: async (ctx, { params, body }) =>
    withCookie(ctx.request, await enterAsUser(ctx, params.companyId, body.userId ?? null, ctx.request)),
  leaveCompany: async (ctx) => {
    const shown = ctx.request.cookie(cookieName);
    ctx.request.clearCookie(cookieName);
    return withCookie(ctx.request, await leaveCompany(ctx, shown));
  },
  listSessions: (ctx) => openSessions(ctx, ctx.actor),
  endOneSession: async (ctx, { params }) => {
    await endOne(ctx, ctx.actor, params.sessionUuid);
    return {};
  },
  endOtherSessions: async (ctx) => ({ ended: await endOthers(ctx, ctx.actor) }),
  showMe: (ctx) => showMe(ctx),
});

function withCookie(request: RequestInfo, { session, cookie }: SignedInSession): Session {
  request.setCookie(cookieName, cookie, { maxAgeSeconds: cookieSeconds });
  return session;
}
