import type { Feature } from '../../../platform/feature.ts';
import { passwordResetRoutes } from './routes.ts';

export const passwordReset: Feature = { name: 'password-reset', routes: passwordResetRoutes };
