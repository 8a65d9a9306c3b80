import { automationEndpoints } from '@balcao/contract/automations';
import { routes } from '../../../platform/http/routes.ts';
import { createAutomation, deleteAutomation, orderAutomations, switchAutomation, updateAutomation } from './actions/manage.ts';
import { listAutomations, listFirings, showAutomation, tryAutomation } from './reads.ts';

export const automationRoutes = routes(automationEndpoints, {
  listAutomations: (ctx) => listAutomations(ctx),
  showAutomation: (ctx, { params }) => showAutomation(ctx, params.automationId),
  createAutomation: (ctx, { body }) => createAutomation(ctx, body),
  updateAutomation: (ctx, { params, body }) => updateAutomation(ctx, params.automationId, body),
  switchAutomation: (ctx, { params, body }) => switchAutomation(ctx, params.automationId, body.active),
  deleteAutomation: async (ctx, { params }) => {
    await deleteAutomation(ctx, params.automationId);
    return { message: 'Automation deleted' };
  },
  orderAutomations: (ctx, { body }) => orderAutomations(ctx, body.automationIds),
  tryAutomation: (ctx, { body }) => tryAutomation(ctx, body),
  listFirings: (ctx, { query }) => listFirings(ctx, query),
});
