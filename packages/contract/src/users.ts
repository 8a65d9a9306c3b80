import { z } from 'zod';
import { capacityLimits } from './assignment-rules.ts';
import * as c from './common.ts';
import { companyWithPlan } from './companies.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { noticeKinds } from './notice-rules.ts';
import { noticeChoices } from './notices.ts';
import { panelOrderView } from './panel-order.ts';
import { shortcutsView } from './shortcuts.ts';
import { profiles, sendKeys, userLimits } from './user-rules.ts';

/** `desabled` is how older clients spell it. */
const allTicket = z.enum(['enabled', 'disabled', 'desabled']).transform((v) => (v === 'enabled' ? 'enabled' : 'disabled'));

export const queueOfUser = z.object({
  id: z.number(),
  name: z.string(),
  color: z.string(),
  UserQueue: z.object({ userId: z.number(), queueId: z.number() }),
});

export const userView = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  profile: z.enum(profiles),
  super: z.boolean(),
  online: z.boolean(),
  /** They want no conversations assigned to them now, although they may be online. */
  away: z.boolean(),
  /** How many open conversations they may have and still be given another one; null: as many as the queue says. */
  assignmentCapacity: z.number().nullable(),
  companyId: z.number(),
  allTicket: z.enum(['enabled', 'disabled']),
  /** May export all contacts; admins may anyway. */
  exportContacts: z.boolean(),
  whatsappId: z.number().nullable(),
  language: z.string().nullable(),
  /** Which key sends what they write. */
  sendWith: z.enum(sendKeys),
  queues: z.array(queueOfUser),
  company: z.object({ id: z.number(), name: z.string(), dueDate: z.string().nullable() }),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type UserView = z.output<typeof userView>;
c.named.add(userView, { id: 'User' });

/** The signed-in user, with their company, its settings and its plan. */
export const sessionUser = userView.extend({
  company: companyWithPlan,
  /** The operator who is in the company as this user; left out for the user themselves. */
  operator: z.object({ name: z.string() }).optional(),
  /** `required`: an operator who has none can do nothing as an operator until they have one. */
  secondFactor: z.object({ on: z.boolean(), required: z.boolean() }),
  /** The kinds of news that do not ring for them. */
  silentNotices: z.array(z.enum(noticeKinds)),
  noticeChoices,
  /** The keys that they chose for commands. */
  shortcuts: shortcutsView,
  /** The order of the contact panel that they chose; empty: none. */
  panelOrder: panelOrderView,
});
export type SessionUser = z.output<typeof sessionUser>;
c.named.add(sessionUser, { id: 'SessionUser' });

const queueIds = z
  .array(c.id)
  .max(500)
  .transform((ids) => [...new Set(ids)]);
const fields = {
  name: c.name(userLimits.nameMin, userLimits.nameMax),
  email: c.email,
  profile: z.enum(profiles),
  allTicket,
  exportContacts: c.flag,
  whatsappId: c.optionalId,
  queueIds,
  assignmentCapacity: z.number().int().min(capacityLimits.min).max(capacityLimits.max).nullable(),
  language: z.enum(['pt', 'en', 'es']).nullable(),
};
const newPassword = c.text(userLimits.passwordMax, userLimits.passwordMin);
const userId = z.object({ userId: c.id });

export const userEndpoints = {
  listUsers: endpoint({
    route: 'GET /users',
    access: 'user',
    summary: 'The users of the company, 20 a page; searched by name and e-mail.',
    query: z.object(c.page),
    answer: z.object({ users: z.array(userView), count: z.number(), hasMore: z.boolean() }),
  }),
  listAllUsers: endpoint({
    route: 'GET /users/list',
    access: 'user',
    summary: 'Every user of the company, short form.',
    answer: z.array(userView.pick({ id: true, name: true, email: true, profile: true, online: true, away: true, queues: true })),
  }),
  showUser: endpoint({
    route: 'GET /users/:userId',
    access: 'user',
    summary: 'One user.',
    params: userId,
    answer: userView,
    whenExpired: true,
  }),
  createUser: endpoint({
    route: 'POST /users',
    access: 'admin',
    summary: 'Adds a user within the limit of the plan.',
    body: z.object({
      ...fields,
      password: newPassword,
      profile: fields.profile.default('user'),
      allTicket: z.union([allTicket, z.null()]).optional(),
      exportContacts: fields.exportContacts.default(false),
      queueIds: queueIds.default([]),
      assignmentCapacity: fields.assignmentCapacity.default(null),
      language: fields.language.optional(),
    }),
    answer: userView,
  }),
  updateUser: endpoint({
    route: 'PUT /users/:userId',
    access: 'user',
    summary:
      'Admins change anyone; others change only their own name, e-mail, password, language and key that sends. An empty password keeps the old one. What somebody has open and may no longer see, since a queue was taken from them or they are no longer an admin, waits again. Changing one’s own e-mail or password needs `currentPassword` (ERR_CURRENT_PASSWORD; ERR_TOO_MANY_REQUESTS after too many wrong ones).',
    params: userId,
    body: z
      .object({
        ...fields,
        password: z.union([newPassword, z.literal(''), z.null()]),
        currentPassword: z.union([c.text(200), z.null()]),
        sendWith: z.enum(sendKeys),
      })
      .partial(),
    answer: userView,
    whenExpired: true,
    perMinute: 60,
  }),
  setAway: endpoint({
    route: 'PUT /v1/away',
    access: 'user',
    summary: 'Sets whether the caller is away: while they are, no conversations are assigned to them.',
    body: z.object({ away: c.flag }),
    answer: userView,
    perMinute: 60,
  }),
  deleteUser: endpoint({
    route: 'DELETE /users/:userId',
    access: 'admin',
    summary: 'Removes a user; their open tickets wait again.',
    params: userId,
    answer: c.message,
  }),
};

export const userEvents = {
  user: event({
    channel: 'user',
    heardBy: 'Everybody in the company.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.enum(['create', 'update']), user: userView }),
      z.object({ action: z.literal('delete'), userId: z.number() }),
    ]),
  }),
};
