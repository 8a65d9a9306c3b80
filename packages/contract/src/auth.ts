import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { secondFactorCode } from './password-rules.ts';
import { profiles } from './user-rules.ts';
import { sessionUser } from './users.ts';

const session = z.object({
  /** Access token, 15 minutes; sent as `Authorization: Bearer`. */
  token: z.string(),
  user: sessionUser,
});
export type Session = z.output<typeof session>;

export const sessionView = z.object({
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  /** The operator who is in the company as this user; null: the user's own. */
  operator: z.string().nullable(),
  ip: z.string().nullable(),
  /** As the browser calls itself. */
  userAgent: z.string().nullable(),
  createdAt: c.instant,
  /** When its token was renewed last. */
  usedAt: c.instant,
});
export type SessionView = z.output<typeof sessionView>;
c.named.add(sessionView, { id: 'OpenSession' });

export const authEndpoints = {
  signIn: endpoint({
    route: 'POST /auth/login',
    access: 'public',
    summary:
      'Signs in; sets the refresh cookie `jrt`. Refused with ERR_SECOND_FACTOR_REQUIRED until a `code` is there, and when the subscription has expired (`details.dueDate`), unless `toPay` says that it is known: then only what is needed to pay may be called, and in the days of grace what reads.',
    body: z.object({
      email: c.text(254, 1),
      password: c.text(200, 1),
      /** Of the authenticator app, or a recovery code. */
      code: z.string().max(20).regex(secondFactorCode).optional(),
      toPay: c.flag.optional(),
    }),
    answer: session,
    perMinute: 20,
  }),
  refreshSession: endpoint({
    route: 'POST /auth/refresh_token',
    access: 'cookie',
    summary: 'A new access token for the refresh cookie; the cookie is renewed too.',
    answer: session,
    perMinute: 120,
  }),
  signOut: endpoint({
    route: 'DELETE /auth/logout',
    access: 'user',
    summary: 'Ends the session.',
    answer: z.object({}),
    whenExpired: true,
  }),
  enterCompany: endpoint({
    route: 'POST /v1/companies/:companyId/enter',
    access: 'super',
    summary:
      'Begins a session as an admin of the company, or as `userId`, and sets its refresh cookie; what is done in it is written down with the operator’s name. ERR_NO_ADMIN if there is nobody. ERR_OWN_COMPANY.',
    params: z.object({ companyId: c.id }),
    body: z.object({ userId: c.optionalId }),
    answer: session,
    perMinute: 30,
  }),
  leaveCompany: endpoint({
    route: 'POST /v1/session/leave',
    access: 'cookie',
    summary: 'Ends the session in another company and goes on with the operator’s own. ERR_SESSION_EXPIRED if that has ended.',
    answer: session,
    perMinute: 30,
  }),
  listSessions: endpoint({
    route: 'GET /v1/sessions',
    access: 'user',
    summary: 'The caller’s open sessions, the latest used first, 100 at most.',
    answer: z.array(sessionView),
    whenExpired: true,
  }),
  endOneSession: endpoint({
    route: 'DELETE /v1/sessions/:sessionUuid',
    access: 'user',
    summary: 'Ends one of the caller’s sessions.',
    params: z.object({ sessionUuid: z.uuid() }),
    answer: z.object({}),
    whenExpired: true,
  }),
  endOtherSessions: endpoint({
    route: 'DELETE /v1/sessions',
    access: 'user',
    summary: 'Ends all of the caller’s sessions but this one.',
    answer: z.object({ ended: z.number() }),
    whenExpired: true,
  }),
  showMe: endpoint({
    route: 'GET /auth/me',
    access: 'user',
    summary: 'The signed-in user.',
    answer: z.object({
      id: z.number(),
      profile: z.enum(profiles),
      super: z.boolean(),
      user: sessionUser,
      /** The user has signed in on another device since, and is still signed in there. Whoever was not there to hear of it leaves now. */
      signedInElsewhere: z.boolean(),
    }),
    whenExpired: true,
  }),
};

export const authEvents = {
  /** Sent to a user's tabs when the same user signs in elsewhere. */
  auth: event({
    channel: 'auth',
    heardBy: 'The user who signed in, on every device.',
    payload: z.object({
      action: z.literal('update'),
      user: z.object({ id: z.number(), email: z.string(), companyId: z.number() }),
      session: z.string(),
    }),
  }),
};
