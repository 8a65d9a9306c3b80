import { passwordResetEndpoints } from '@balcao/contract/password-reset';
import { routes } from '../../../platform/http/routes.ts';
import { askForReset, resetPassword } from './actions.ts';

const asked = { message: 'Email sent' };
const done = { message: 'Password changed' };

export const passwordResetRoutes = routes(passwordResetEndpoints, {
  askForReset: async (ctx, { body }) => {
    await askForReset(ctx, body, ctx.request.ip);
    return asked;
  },
  resetPassword: async (ctx, { body }) => {
    await resetPassword(ctx, body, ctx.request.ip);
    return done;
  },
  askForResetByPath: async (ctx, { params }) => {
    await askForReset(ctx, params, ctx.request.ip);
    return asked;
  },
  resetPasswordByPath: async (ctx, { params }) => {
    await resetPassword(ctx, params, ctx.request.ip);
    return done;
  },
});
