import { usageEndpoints } from '@balcao/contract/usage';
import { routes } from '../../../platform/http/routes.ts';
import { listUsage, showUsage } from './reads.ts';

export const usageRoutes = routes(usageEndpoints, {
  listUsage: (ctx, { query }) => listUsage(ctx, query),
  showUsage: (ctx, { params }) => showUsage(ctx, params.companyId),
});
