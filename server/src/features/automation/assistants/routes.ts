import { assistantEndpoints } from '@balcao/contract/assistants';
import { routes } from '../../../platform/http/routes.ts';
import { listAssistants } from './reads.ts';

export const assistantRoutes = routes(assistantEndpoints, { listAssistants: (ctx) => listAssistants(ctx) });
