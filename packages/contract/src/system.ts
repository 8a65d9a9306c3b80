import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const systemEndpoints = {
  showVersion: endpoint({
    route: 'GET /version',
    access: 'public',
    summary: 'The version of the application.',
    answer: z.object({ version: z.string() }),
  }),
};
