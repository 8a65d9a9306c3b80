import { queueMenuChanged } from '../../../events/queue-options.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { chatbotJobs } from './jobs.ts';
import { chatbotReactions } from './reactions.ts';
import { chatbotRoutes } from './routes.ts';

export const chatbot: Feature = {
  name: 'chatbot',
  routes: chatbotRoutes,
  jobs: chatbotJobs,
  reactions: chatbotReactions,
  broadcasts: [
    broadcaster(queueMenuChanged, ({ menu }) => [
      { event: 'queueOption', payload: { action: 'update', ...menu }, rooms: [{ to: 'admins' }] },
    ]),
  ],
};
