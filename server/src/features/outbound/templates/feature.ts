import { templatesChanged } from '../../../events/templates.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { templateJobs } from './jobs.ts';
import { templateReactions } from './reactions.ts';
import { templateRoutes } from './routes.ts';

export const templates: Feature = {
  name: 'templates',
  routes: templateRoutes,
  jobs: templateJobs,
  reactions: templateReactions,
  broadcasts: [
    broadcaster(templatesChanged, ({ connectionId }) => [
      { event: 'template', payload: { action: 'reload', whatsappId: connectionId }, rooms: [{ to: 'company' }] },
    ]),
  ],
};
