import { companyEndpoints } from '@balcao/contract/companies';
import { routes } from '../../../platform/http/routes.ts';
import { updateSchedules } from './actions.ts';
import { showCompany, showCompanyPlan } from './reads.ts';

export const companyRoutes = routes(companyEndpoints, {
  showCompany: (ctx, { params }) => showCompany(ctx, params.companyId),
  showCompanyPlan: (ctx, { params }) => showCompanyPlan(ctx, params.companyId),
  updateSchedules: async (ctx, { params, body }) => updateSchedules(ctx, params.companyId, body),
});
