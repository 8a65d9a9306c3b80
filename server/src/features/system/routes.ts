import { systemEndpoints } from '@balcao/contract/system';
import { routes } from '../../platform/http/routes.ts';
import { showVersion } from './reads.ts';

export const systemRoutes = routes(systemEndpoints, { showVersion: async () => showVersion() });
