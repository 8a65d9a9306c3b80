import { secondFactorEndpoints } from '@balcao/contract/second-factor';
import { routes } from '../../../platform/http/routes.ts';
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, endSecondFactorOf, renewRecoveryCodes } from './actions.ts';
import { showSecondFactor } from './reads.ts';

export const secondFactorRoutes = routes(secondFactorEndpoints, {
  showSecondFactor: (ctx) => showSecondFactor(ctx, ctx.actor.id),
  beginSecondFactor: (ctx, { body }) => beginSecondFactor(ctx, ctx.actor, body.currentPassword),
  confirmSecondFactor: (ctx, { body }) => confirmSecondFactor(ctx, ctx.actor, body.code),
  renewRecoveryCodes: (ctx, { body }) => renewRecoveryCodes(ctx, ctx.actor, body.currentPassword),
  endSecondFactor: async (ctx, { body }) => {
    await endSecondFactor(ctx, ctx.actor, body.currentPassword);
    return {};
  },
  endSecondFactorOf: async (ctx, { params }) => {
    await endSecondFactorOf(ctx, params.userId);
    return {};
  },
});
