import { firstStepsEndpoints } from '@balcao/contract/first-steps';
import { routes } from '../../../platform/http/routes.ts';
import { showFirstSteps } from './reads.ts';

export const firstStepsRoutes = routes(firstStepsEndpoints, {
  showFirstSteps: (ctx) => showFirstSteps(ctx),
});
