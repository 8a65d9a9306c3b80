import { promptEndpoints } from '@balcao/contract/prompts';
import { routes } from '../../../platform/http/routes.ts';
import { createPrompt, deletePrompt, updatePrompt } from './actions/manage.ts';
import { listPrompts, showPrompt, showUsage } from './reads.ts';

export const promptRoutes = routes(promptEndpoints, {
  listPrompts: (ctx, { query }) => listPrompts(ctx, query),
  showPrompt: (ctx, { params }) => showPrompt(ctx, params.promptId),
  createPrompt: (ctx, { body }) => createPrompt(ctx, body),
  updatePrompt: (ctx, { params, body }) => updatePrompt(ctx, params.promptId, body),
  deletePrompt: async (ctx, { params }) => {
    await deletePrompt(ctx, params.promptId);
    return { message: 'Prompt deleted' };
  },
  showAssistantUsage: (ctx) => showUsage(ctx),
});
