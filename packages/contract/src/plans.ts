import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';

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

export const planEndpoints = {
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
