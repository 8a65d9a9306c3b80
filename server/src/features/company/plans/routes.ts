import { planEndpoints } from '@balcao/contract/plans';
import { routes } from '../../../platform/http/routes.ts';
import { listPlans } from './reads.ts';

export const planRoutes = routes(planEndpoints, {
  listPublicPlans: (ctx) => listPlans(ctx),
  listAllPlans: (ctx) => listPlans(ctx),
});
