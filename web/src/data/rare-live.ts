// What changes by the news of rare channels (`rareChannels` of live.ts).
import type { QueryKey } from '@tanstack/react-query';
import type { Live } from '../platform/live-cache.ts';
import { refreshSoon } from '../platform/refresh-soon.ts';
import { keepOwn } from '../platform/session.ts';
import { announcementsLive } from './announcements/live.ts';
import { apiKeysLive } from './api-keys/live.ts';
import { automationsLive } from './automations/live.ts';
import { billingLive } from './billing/live.ts';
import { campaignsLive } from './campaigns/live.ts';
import { chatsLive } from './chats/live.ts';
import { companiesLive } from './companies/live.ts';
import { connectionsLive } from './connections/live.ts';
import { consentLive } from './consent/live.ts';
import { contactListsLive } from './contact-lists/live.ts';
import { contactKeys } from './contacts/keys.ts';
import { filesLive } from './files/live.ts';
import { helpsLive } from './helps/live.ts';
import { importsLive } from './imports/live.ts';
import { inboxHelpLive } from './inbox-help/live.ts';
import { integrationsLive } from './integrations/live.ts';
import { notesLive } from './notes/live.ts';
import { noticesLive } from './notices/live.ts';
import { panelOrderLive } from './panel-order/live.ts';
import { plansLive } from './plans/live.ts';
import { promptsLive } from './prompts/live.ts';
import { quickMessagesLive } from './quick-messages/live.ts';
import { schedulesLive } from './schedules/live.ts';
import { shortcutsLive } from './shortcuts/live.ts';
import { tagsLive } from './tags/live.ts';
import { templatesLive } from './templates/live.ts';
import { ticketViewsLive } from './ticket-views/live.ts';
import { type ListFilter, ticketKeys } from './tickets/keys.ts';
import { webhooksLive } from './webhooks/live.ts';

/** A contact's page names its connection. */
const contactPagesLive: Live = { whatsapp: (cache) => refreshSoon(cache, contactKeys.details) };

/** People carry the names and colours of their queues. That a queue is gone comes as news of its people. */
const ownQueuesLive: Live = {
  queue: (_cache, news, me) => {
    if (news.action !== 'update') return;
    const { id, name, color } = news.queue;
    keepOwn({ queues: me.queues.map((queue) => (queue.id === id ? { ...queue, name, color } : queue)) });
  },
};

/** A tag that is gone leads to no ticket. */
const taggedLive: Live = {
  tag: (cache, news) => {
    if (news.action !== 'delete') return;
    const isFiltered = ({ queryKey }: { queryKey: QueryKey }) => (queryKey[2] as ListFilter).tags?.includes(news.tagId) ?? false;
    void cache.invalidateQueries({ queryKey: ticketKeys.lists, predicate: isFiltered });
  },
};

export const rareNouns: readonly Live[] = [
  contactPagesLive,
  ownQueuesLive,
  taggedLive,
  connectionsLive,
  inboxHelpLive,
  plansLive,
  notesLive,
  tagsLive,
  schedulesLive,
  quickMessagesLive,
  companiesLive,
  chatsLive,
  automationsLive,
  announcementsLive,
  apiKeysLive,
  billingLive,
  campaignsLive,
  consentLive,
  contactListsLive,
  filesLive,
  helpsLive,
  importsLive,
  integrationsLive,
  promptsLive,
  templatesLive,
  webhooksLive,
  noticesLive,
  panelOrderLive,
  shortcutsLive,
  ticketViewsLive,
];
