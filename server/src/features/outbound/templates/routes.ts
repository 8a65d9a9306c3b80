import { templateEndpoints } from '@balcao/contract/templates';
import { routes } from '../../../platform/http/routes.ts';
import { sendTemplateWithFile } from './actions/send-template.ts';
import { syncTemplates } from './actions/sync-templates.ts';
import { listTemplates } from './reads.ts';

export const templateRoutes = routes(templateEndpoints, {
  listTemplates: (ctx, { params, query }) => listTemplates(ctx, params.whatsappId, query),
  syncTemplates: (ctx, { params }) => syncTemplates(ctx, params.whatsappId),
  sendTemplate: (ctx, { params, body }) => sendTemplateWithFile(ctx, params.ticketId, body, ctx.request.files, ctx.request.idempotencyKey),
});
