// Automations: when something happens to a ticket, if this holds, then do that.
import { z } from 'zod';
import { automationEvents, automationLimits, minutesMax } from './automation-rules.ts';
import * as c from './common.ts';
import { connectionChannels } from './connection-rules.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { ticketStatuses } from './ticket-rules.ts';

const { values, conditions, actions, word, text: textMax } = automationLimits;
const ids = z.array(c.id).max(values);
const someIds = z.array(c.id).min(1).max(values);
const isIn = z.enum(['in', 'notIn']);
const text = c.text(textMax, 1).refine((value) => value.trim() !== '', { error: 'blank' });

export const automationCondition = z.discriminatedUnion('on', [
  /** `empty`: without a queue, a tag, a person; `ids` say nothing then. */
  z.object({ on: z.literal('queue'), op: z.enum(['in', 'notIn', 'empty']), ids }),
  z.object({ on: z.literal('tag'), op: z.enum(['in', 'notIn', 'empty']), ids }),
  z.object({ on: z.literal('user'), op: z.enum(['in', 'notIn', 'empty']), ids }),
  z.object({ on: z.literal('connection'), op: isIn, ids: someIds }),
  z.object({ on: z.literal('status'), op: isIn, statuses: z.array(z.enum(ticketStatuses)).min(1).max(ticketStatuses.length) }),
  z.object({ on: z.literal('channel'), op: isIn, channels: z.array(z.enum(connectionChannels)).min(1).max(connectionChannels.length) }),
  z.object({ on: z.literal('text'), op: z.enum(['contains', 'notContains', 'word']), words: z.array(c.name(1, word)).min(1).max(values) }),
  z.object({ on: z.literal('hours'), op: z.enum(['open', 'closed']) }),
  z.object({
    on: z.literal('field'),
    op: z.enum(['equals', 'contains', 'empty']),
    name: c.name(1, word),
    value: c.text(word).default(''),
  }),
  z.object({ on: z.literal('waiting'), minutes: z.number().int().min(1).max(10_080) }),
  z.object({ on: z.literal('rating'), ratings: z.array(z.number().int().min(1).max(3)).min(1).max(3) }),
]);

export const automationAction = z.discriminatedUnion('do', [
  z.object({ do: z.literal('assignUser'), userId: c.id }),
  z.object({ do: z.literal('moveToQueue'), queueId: c.id }),
  z.object({ do: z.literal('addTag'), tagId: c.id }),
  z.object({ do: z.literal('removeTag'), tagId: c.id }),
  z.object({ do: z.literal('sendText'), text }),
  z.object({ do: z.literal('addNote'), text }),
  z.object({ do: z.literal('notifyUser'), userId: c.id, text }),
  z.object({ do: z.literal('notifyQueue'), queueId: c.id, text }),
  z.object({ do: z.literal('callWebhook'), webhookId: c.id }),
  z.object({ do: z.literal('close') }),
]);

export const automationView = z.object({
  id: z.number(),
  name: z.string(),
  active: z.boolean(),
  event: z.enum(automationEvents),
  /** For how long somebody waits, or how long before the window closes; null for other events. */
  minutes: z.number().nullable(),
  /** Must all conditions hold, or any of them? */
  match: z.enum(['all', 'any']),
  conditions: z.array(automationCondition),
  actions: z.array(automationAction),
  /** When it last fired, as far as the log goes back; null if it did not. */
  lastFiredAt: c.instant.nullable(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type AutomationView = z.output<typeof automationView>;
c.named.add(automationView, { id: 'Automation' });

/** What became of an action: done, or the code of why not. */
export const actionResult = z.object({ do: z.string(), ok: z.boolean(), code: z.string().nullable() });

export const automationFiring = z.object({
  id: z.number(),
  automationId: z.number(),
  automationName: z.string(),
  event: z.enum(automationEvents),
  /** How many automations it follows from. */
  depth: z.number(),
  /** `depth`, `limit`: it was kept from firing, since automations triggered each other, or fired too often in the ticket. */
  outcome: z.enum(['fired', 'depth', 'limit']),
  results: z.array(actionResult),
  ticket: z.object({ id: z.number(), uuid: z.string(), number: z.number(), contactName: z.string() }),
  at: c.instant,
});
export type AutomationFiring = z.output<typeof automationFiring>;
c.named.add(automationFiring, { id: 'AutomationFiring' });

export const triedTicket = z.object({
  ticket: z.object({ id: z.number(), uuid: z.string(), number: z.number(), contactName: z.string(), status: z.enum(ticketStatuses) }),
  matches: z.boolean(),
  /** The places of the conditions that do not hold. */
  failing: z.array(z.number()),
  /** What would become of the actions, if it fired now; empty if it does not match. */
  results: z.array(actionResult),
});
export type TriedTicket = z.output<typeof triedTicket>;
c.named.add(triedTicket, { id: 'TriedTicket' });

const shape = {
  name: c.name(2, 60),
  active: c.flag.default(true),
  event: z.enum(automationEvents),
  minutes: z.number().int().min(1).nullish(),
  match: z.enum(['all', 'any']).default('all'),
  conditions: z.array(automationCondition).max(conditions).default([]),
  actions: z.array(automationAction).min(1).max(actions),
};

/** An event of the clock needs its minutes, the others have none. */
const automationBody = z.object(shape).superRefine(({ event, minutes }, ctx) => {
  const max = minutesMax[event];
  const wrong = max === undefined ? false : minutes == null || minutes > max;
  if (wrong) ctx.addIssue({ code: 'custom', path: ['minutes'], message: minutes == null ? 'required' : 'too_big' });
});

const automationId = z.object({ automationId: c.id });

export const automationEndpoints = {
  listAutomations: endpoint({
    route: 'GET /v1/automations',
    access: 'admin',
    summary: 'The automations of the company in their order; at most 50.',
    answer: z.array(automationView),
  }),
  showAutomation: endpoint({
    route: 'GET /v1/automations/:automationId',
    access: 'admin',
    summary: 'One automation.',
    params: automationId,
    answer: automationView,
  }),
  createAutomation: endpoint({
    route: 'POST /v1/automations',
    access: 'admin',
    summary: 'Adds an automation, as the last one.',
    body: automationBody,
    answer: automationView,
  }),
  updateAutomation: endpoint({
    route: 'PUT /v1/automations/:automationId',
    access: 'admin',
    summary: 'Changes an automation as a whole.',
    params: automationId,
    body: automationBody,
    answer: automationView,
  }),
  switchAutomation: endpoint({
    route: 'PUT /v1/automations/:automationId/active',
    access: 'admin',
    summary: 'Switches an automation on or off.',
    params: automationId,
    body: z.object({ active: c.flag }),
    answer: automationView,
  }),
  deleteAutomation: endpoint({
    route: 'DELETE /v1/automations/:automationId',
    access: 'admin',
    summary: 'Removes an automation with its log.',
    params: automationId,
    answer: c.message,
  }),
  orderAutomations: endpoint({
    route: 'POST /v1/automations/order',
    access: 'admin',
    summary: 'Puts the automations in this order. Those that are not named come last, as they were.',
    body: z.object({ automationIds: z.array(c.id).max(automationLimits.count) }),
    answer: z.array(automationView),
  }),
  tryAutomation: endpoint({
    route: 'POST /v1/automations/try',
    access: 'admin',
    summary: 'What an automation would do now with each of the latest 50 tickets. Changes nothing.',
    body: automationBody,
    answer: z.array(triedTicket),
    perMinute: 30,
  }),
  listFirings: endpoint({
    route: 'GET /v1/automation-firings',
    access: 'admin',
    summary: 'What automations did, newest first, 30 a page; kept for 30 days.',
    query: z.object({ automationId: c.id.optional(), before: c.id.optional() }),
    answer: z.object({ firings: z.array(automationFiring), hasMore: z.boolean() }),
  }),
};

export const automationSocketEvents = {
  automation: event({
    channel: 'automation',
    heardBy: 'The admins.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.enum(['create', 'update']), record: automationView }),
      z.object({ action: z.literal('delete'), id: z.number() }),
      z.object({ action: z.literal('order'), ids: z.array(z.number()) }),
      /** Its log has something more. */
      z.object({ action: z.literal('fired'), id: z.number(), at: c.instant }),
    ]),
  }),
  automationNotice: event({
    channel: 'automation-notice',
    heardBy: 'The person, or the people of the queue, whom an automation tells something.',
    payload: z.object({
      text: z.string(),
      automation: z.string(),
      ticket: z.object({ id: z.number(), uuid: z.string(), number: z.number(), contactName: z.string() }),
    }),
  }),
};
