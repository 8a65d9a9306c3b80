import { planEndpoints } from '@balcao/contract/plans';
import { routes } from '../../../platform/http/routes.ts';
import { createPlan, deletePlan, updatePlan } from './actions.ts';
import { listPlans, pagePlans, showPlan } from './reads.ts';

export const planRoutes = routes(planEndpoints, {
  listPlans: (ctx, { query }) => pagePlans(ctx, query),
  showPlan: (ctx, { params }) => showPlan(ctx, params.planId),
  createPlan: (ctx, { body }) => createPlan(ctx, body),
  updatePlan: (ctx, { params, body }) => updatePlan(ctx, params.planId, body),
  deletePlan: async (ctx, { params }) => {
    await deletePlan(ctx, params.planId);
    return { message: 'Plan deleted' };
  },
  listPublicPlans: (ctx) => listPlans(ctx),
  listAllPlans: (ctx) => listPlans(ctx),
});
