import { contactTyping, historyStored, messageChanged, messageCreated } from '../../../events/messages.ts';
import { ticketChanged } from '../../../events/tickets.ts';
import { broadcaster, type Latest } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { audienceOf, listenersOf } from '../tickets/reads.ts';
import { type MessageNews, messageNews, typingNews } from './access.ts';
import { messageJobs } from './jobs.ts';
import { messageReactions } from './reactions.ts';
import { messageRoutes } from './routes/endpoints.ts';
import { mediaRoutes } from './routes/media.ts';
import { webhookRoutes } from './routes/webhook.ts';

export const messages: Feature = {
  name: 'messages',
  routes: messageRoutes,
  rawRoutes: (server, base, admit) => {
    webhookRoutes(server, base, admit);
    mediaRoutes(server, base, admit);
  },
  jobs: messageJobs,
  reactions: messageReactions,
  broadcasts: [
    broadcaster(messageCreated, (news, latest) => messageNews('create', withTicket(news, latest))),
    broadcaster(messageChanged, (news, latest) => messageNews('update', withTicket(news, latest))),
    broadcaster(contactTyping, (news) => typingNews(news, audienceOf(news.ticket))),
    broadcaster(historyStored, ({ connectionId }) => [
      { event: 'history', payload: { action: 'reload', whatsappId: connectionId }, rooms: [{ to: 'company' }] },
    ]),
  ],
};

/** The ticket as the transaction left it: a new one may have got a queue meanwhile, so that queue must hear of it. */
function withTicket(news: MessageNews, latest: Latest): Parameters<typeof messageNews>[1] {
  const told = latest(ticketChanged, news.ticket.id)?.ticket;
  const ticket = told && told.revision > news.ticket.revision ? told : news.ticket;
  return { ...news, ticket, noted: news.ticket, ...listenersOf(ticket) };
}
