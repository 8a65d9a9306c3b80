import { chatChanged, chatCreated, chatDeleted, chatMessageCreated, chatRead } from '../../../events/chats.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { changeNews, creationNews, deletionNews, messageNews, readingNews } from './access.ts';
import { chatReactions } from './reactions.ts';
import { chatRoutes } from './routes.ts';

export const internalChat: Feature = {
  name: 'internal-chat',
  routes: chatRoutes,
  reactions: chatReactions,
  broadcasts: [
    broadcaster(chatCreated, creationNews),
    broadcaster(chatChanged, changeNews),
    broadcaster(chatRead, readingNews),
    broadcaster(chatDeleted, deletionNews),
    broadcaster(chatMessageCreated, messageNews),
  ],
};
