import { promptChanged, promptCreated, promptDeleted } from '../../../events/prompts.ts';
import { type Broadcast, broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { promptJobs } from './jobs.ts';
import { promptReactions } from './reactions.ts';
import { promptRoutes } from './routes.ts';

export const prompts: Feature = {
  name: 'prompts',
  routes: promptRoutes,
  jobs: promptJobs,
  reactions: promptReactions,
  broadcasts: [
    broadcaster(promptCreated, ({ prompt }): Broadcast[] => [
      { event: 'prompt', payload: { action: 'create', prompt }, rooms: [{ to: 'company' }] },
    ]),
    broadcaster(promptChanged, ({ prompt }): Broadcast[] => [
      { event: 'prompt', payload: { action: 'update', prompt }, rooms: [{ to: 'company' }] },
    ]),
    broadcaster(promptDeleted, ({ promptId }): Broadcast[] => [
      { event: 'prompt', payload: { action: 'delete', promptId }, rooms: [{ to: 'company' }] },
    ]),
  ],
};
