import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { centsOf } from './subscription-rules.ts';

export const planView = z.object({
  id: z.number(),
  name: z.string(),
  users: z.number(),
  connections: z.number(),
  queues: z.number(),
  /** Monthly price in BRL. */
  value: z.number(),
  useCampaigns: z.boolean(),
  useSchedules: z.boolean(),
  useInternalChat: z.boolean(),
  useExternalApi: z.boolean(),
  useKanban: z.boolean(),
  useOpenAi: z.boolean(),
  useIntegrations: z.boolean(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type PlanView = z.output<typeof planView>;
c.named.add(planView, { id: 'Plan' });

/** A price, also as Brazilians write it: 1.234,56. */
const money = z
  .union([
    z.number(),
    c.text(20).transform((text, ctx) => {
      const plain = text.trim().replace(/^R\$\s*/, '');
      const value = /^\d{1,3}(\.\d{3})+$|^\d{1,3}(\.\d{3})*,\d{1,2}$|^\d+,\d{1,2}$/.test(plain)
        ? plain.replace(/\./g, '').replace(',', '.')
        : plain || '0';
      if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
      ctx.addIssue({ code: 'custom', message: 'not a price' });
      return z.NEVER;
    }),
  ])
  .pipe(z.number().min(0).max(9_999_999))
  .transform((value) => centsOf(value) / 100);
const limit = c.count.pipe(z.number().max(100_000));

const fields = {
  name: c.name(2, 50),
  users: limit,
  connections: limit,
  queues: limit,
  value: money,
  useCampaigns: c.flag,
  useSchedules: c.flag,
  useInternalChat: c.flag,
  useExternalApi: c.flag,
  useKanban: c.flag,
  useOpenAi: c.flag,
  useIntegrations: c.flag,
};
const planId = z.object({ planId: c.id });

export const planEndpoints = {
  listPlans: endpoint({
    route: 'GET /plans',
    access: 'super',
    summary: 'The plans by name, 20 a page; searched by name.',
    query: z.object(c.page),
    answer: z.object({ plans: z.array(planView), count: z.number(), hasMore: z.boolean() }),
  }),
  showPlan: endpoint({
    route: 'GET /plans/:planId',
    access: 'user',
    summary: 'One plan.',
    params: planId,
    answer: planView,
    whenExpired: true,
  }),
  createPlan: endpoint({
    route: 'POST /plans',
    access: 'super',
    summary: 'Adds a plan. Without limits it allows nothing; without flags it has all features.',
    body: z.object({
      name: fields.name,
      users: limit.default(0),
      connections: limit.default(0),
      queues: limit.default(0),
      value: money.default(0),
      useCampaigns: c.flag.default(true),
      useSchedules: c.flag.default(true),
      useInternalChat: c.flag.default(true),
      useExternalApi: c.flag.default(true),
      useKanban: c.flag.default(true),
      useOpenAi: c.flag.default(true),
      useIntegrations: c.flag.default(true),
    }),
    answer: planView,
  }),
  updatePlan: endpoint({
    route: 'PUT /plans/:planId',
    access: 'super',
    summary:
      'Changes the given fields of a plan. What its companies have above its limits stays; invoices that were made keep their price.',
    params: planId,
    body: z.object(fields).partial(),
    answer: planView,
  }),
  deletePlan: endpoint({
    route: 'DELETE /plans/:planId',
    access: 'super',
    summary: 'Removes a plan that no company has (ERR_PLAN_IN_USE).',
    params: planId,
    answer: c.message,
  }),
  listPublicPlans: endpoint({
    route: 'GET /plans/list',
    access: 'public',
    summary: 'The plans a visitor can choose from.',
    answer: z.array(planView),
  }),
  listAllPlans: endpoint({
    route: 'GET /plans/all',
    access: 'public',
    summary: 'The same list, under another name.',
    answer: z.array(planView),
  }),
};

export const planEvents = {
  plan: event({
    channel: 'company-plan',
    global: true,
    heardBy: 'Everybody in every company.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.enum(['create', 'update']), plan: planView }),
      z.object({ action: z.literal('delete'), planId: z.number() }),
    ]),
  }),
};
