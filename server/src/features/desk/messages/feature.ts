import { contactTyping, historyStored, messageChanged, messageCreated } from '../../../events/messages.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { hearersOf } from '../tickets/reads.ts';
import { messageNews, typingNews } from './access.ts';
import { messageJobs } from './jobs.ts';
import { messageReactions } from './reactions.ts';
import { messageRoutes } from './routes/endpoints.ts';
import { mediaRoutes } from './routes/media.ts';
import { webhookRoutes } from './routes/webhook.ts';

export const messages: Feature = {
  name: 'messages',
  routes: messageRoutes,
  rawRoutes: (server, base) => {
    webhookRoutes(server, base);
    mediaRoutes(server, base);
  },
  jobs: messageJobs,
  reactions: messageReactions,
  broadcasts: [
    broadcaster(messageCreated, (news) => messageNews('create', news, hearersOf(news.ticket))),
    broadcaster(messageChanged, (news) => messageNews('update', news, hearersOf(news.ticket))),
    broadcaster(contactTyping, (news) => typingNews(news, hearersOf(news.ticket))),
    broadcaster(historyStored, ({ connectionId }) => [
      { event: 'history', payload: { action: 'reload', whatsappId: connectionId }, rooms: [{ to: 'company' }] },
    ]),
  ],
};
