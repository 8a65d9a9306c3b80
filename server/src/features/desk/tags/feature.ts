import { tagChanged, tagCreated, tagDeleted } from '../../../events/tags.ts';
import { type Broadcast, broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { tagNews } from './access.ts';
import { tagRoutes } from './routes.ts';

export const tags: Feature = {
  name: 'tags',
  routes: tagRoutes,
  broadcasts: [
    broadcaster(tagCreated, ({ tag }) => tagNews('create', tag)),
    broadcaster(tagChanged, ({ tag }) => tagNews('update', tag)),
    broadcaster(tagDeleted, ({ tagId }): Broadcast[] => [
      { event: 'tag', payload: { action: 'delete', tagId }, rooms: [{ to: 'company' }] },
    ]),
  ],
};
