import { signUpEndpoints } from '@balcao/contract/sign-up';
import { routes } from '../../../platform/http/routes.ts';
import { createCompany, signUp } from './actions.ts';

export const signUpRoutes = routes(signUpEndpoints, {
  signUp: (ctx, { body }) => signUp(ctx, body, ctx.request.ip),
  createCompany: (ctx, { body }) => createCompany(ctx, body),
});
