import { companyEndpoints } from '@balcao/contract/companies';
import { routes } from '../../../platform/http/routes.ts';
import { deleteCompany, updateCompany, updateSchedules } from './actions.ts';
import { listAllCompanies, listCompanies, showCompany, showCompanyPlan } from './reads.ts';

export const companyRoutes = routes(companyEndpoints, {
  listCompanies: (ctx, { query }) => listCompanies(ctx, query),
  listAllCompanies: (ctx) => listAllCompanies(ctx),
  updateCompany: (ctx, { params, body }) => updateCompany(ctx, params.companyId, body),
  deleteCompany: async (ctx, { params }) => {
    await deleteCompany(ctx, params.companyId);
    return { message: 'Company deleted' };
  },
  showCompany: (ctx, { params }) => showCompany(ctx, params.companyId),
  showCompanyPlan: (ctx, { params }) => showCompanyPlan(ctx, params.companyId),
  updateSchedules: async (ctx, { params, body }) => updateSchedules(ctx, params.companyId, body),
});
