import { quickMessageChanged, quickMessageCreated, quickMessageDeleted } from '../../../events/quick-messages.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { changeNews, creationNews, deletionNews } from './access.ts';
import { quickMessageReactions } from './reactions.ts';
import { quickMessageRoutes } from './routes.ts';

export const quickMessages: Feature = {
  name: 'quick-messages',
  routes: quickMessageRoutes,
  reactions: quickMessageReactions,
  broadcasts: [
    broadcaster(quickMessageCreated, creationNews),
    broadcaster(quickMessageChanged, changeNews),
    broadcaster(quickMessageDeleted, deletionNews),
  ],
};
