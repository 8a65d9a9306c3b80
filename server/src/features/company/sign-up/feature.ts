import type { Feature } from '../../../platform/feature.ts';
import { signUpRoutes } from './routes.ts';

export const signUp: Feature = { name: 'sign-up', routes: signUpRoutes };
