import { simulatorEndpoints } from '@balcao/contract/simulator';
import { routes } from '../../../platform/http/routes.ts';
import { acknowledgeOnPhone, simulateMessage } from './actions.ts';
import { showPhone } from './reads.ts';

export const simulatorRoutes = routes(simulatorEndpoints, {
  simulateMessage: (ctx, { params, body }) => simulateMessage(ctx, params.whatsappId, body, ctx.request.files),
  showPhone: (ctx, { params, query }) => showPhone(ctx, params.whatsappId, query),
  acknowledgeOnPhone: async (ctx, { params, body }) => {
    await acknowledgeOnPhone(ctx, params.whatsappId, body);
    return {};
  },
});
