import { externalApiEndpoints } from '@balcao/contract/external-api';
import { routes } from '../../../platform/http/routes.ts';
import { sendByToken } from './actions.ts';

export const externalApiRoutes = routes(externalApiEndpoints, {
  sendByToken: (ctx, { body }) => sendByToken(ctx, ctx.actor.program.id, body, ctx.request.files, ctx.request.idempotencyKey),
});
