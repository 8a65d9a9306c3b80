import { queueMenuChanged } from '../../../events/queue-options.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { givenRecorder } from './actions/answer-given.ts';
import { chatbotJobs } from './jobs.ts';
import { chatbotReactions } from './reactions.ts';
import { chatbotRoutes } from './routes.ts';

export const chatbot: Feature = {
  name: 'chatbot',
  routes: chatbotRoutes,
  jobs: chatbotJobs,
  reactions: chatbotReactions,
  recorders: [givenRecorder],
  broadcasts: [
    broadcaster(queueMenuChanged, ({ menu }) => [
      { event: 'queueOption', payload: { action: 'update', ...menu }, rooms: [{ to: 'admins' }] },
    ]),
  ],
};
