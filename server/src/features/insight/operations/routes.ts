import { operationsEndpoints } from '@balcao/contract/operations';
import { routes } from '../../../platform/http/routes.ts';
import { exportAudit, retryFailedJobs } from './actions.ts';
import { listAudit, showHealth } from './reads.ts';

export const operationsRoutes = routes(operationsEndpoints, {
  showHealth: (ctx) => showHealth(ctx),
  retryFailedJobs: (ctx, { body }) => retryFailedJobs(ctx, body.id ?? null),
  listAudit: (ctx, { query }) => listAudit(ctx, query),
  exportAudit: (ctx, { query }) => exportAudit(ctx, query),
});
