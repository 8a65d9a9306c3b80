import type { Feature } from '../../../platform/feature.ts';
import { assistantRoutes } from './routes.ts';

/** What prompts and integrations have in common. */
export const assistants: Feature = { name: 'assistants', routes: assistantRoutes };
