import { connectionHealthEndpoints } from '@balcao/contract/connection-health';
import { routes } from '../../../platform/http/routes.ts';
import { recheckGap } from './actions/gaps.ts';
import { resumeNewChats } from './actions/limits.ts';
import { showConnectionHealth } from './reads.ts';

export const connectionHealthRoutes = routes(connectionHealthEndpoints, {
  showConnectionHealth: (ctx, { params }) => showConnectionHealth(ctx, params.whatsappId),
  resumeNewChats: (ctx, { params }) => resumeNewChats(ctx, params.whatsappId),
  recheckGap: (ctx, { params }) => recheckGap(ctx, params.whatsappId, params.gapId),
});
