// All news come into the cache here, once, whatever page is shown. So the cache stays up to date after a page is left.
import type { SessionUser } from '@balcao/contract/users';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bringIn, type Live } from '../platform/live-cache.ts';
import { sessionState } from '../platform/session.ts';
import { type Channel, listen, type News } from '../platform/socket.ts';
import { accountLive } from './account/live.ts';
import { contactsLive } from './contacts/live.ts';
import { dashboardLive } from './dashboard/live.ts';
import { draftsLive, useDraftSync } from './drafts/live.ts';
import { firstStepsLive } from './first-steps/live.ts';
import { messageKeys } from './messages/keys.ts';
import { messagesLive } from './messages/live.ts';
import { pingKeys } from './pings/keys.ts';
import { pingsLive } from './pings/live.ts';
import { queuesLive } from './queues/live.ts';
import { settingsLive } from './settings/live.ts';
import { simulatorLive } from './simulator/live.ts';
import { viewCountsLive } from './ticket-views/counts-live.ts';
import { ticketsLive } from './tickets/live.ts';
import { presenceLive } from './tickets/presence-live.ts';
import { useLiveTyping } from './tickets/typing.ts';
import { usersLive } from './users/live.ts';

/** Renames what conversations repeat, and asks for what stands beside them, as soon as there is one. */
function inConversations<C extends Channel>(channel: C) {
  return (cache: QueryClient, news: News<C>, me: SessionUser) => {
    const any = cache.getQueriesData({ queryKey: messageKeys.threads }).length > 0 || cache.getQueryData<unknown[]>(pingKeys.all)?.length;
    if (any) void import('./names-live.ts').then(({ namesLive }) => (namesLive[channel] as Live[C])?.(cache, news, me));
  };
}

const namesLater: Live = {
  user: inConversations('user'),
  queue: inConversations('queue'),
  contact: inConversations('contact'),
  ticketNote: inConversations('ticketNote'),
  appMessage: inConversations('appMessage'),
  ticket: inConversations('ticket'),
};

const nouns: readonly Live[] = [
  accountLive,
  settingsLive,
  contactsLive,
  usersLive,
  queuesLive,
  ticketsLive,
  viewCountsLive,
  messagesLive,
  draftsLive,
  presenceLive,
  pingsLive,
  simulatorLive,
  firstStepsLive,
  dashboardLive,
  namesLater,
];
/** News that are rare, or change what other pages show. Their handlers are not on the way to the conversations: they are loaded with the first of these news. */
export const rareChannels = [
  'ContactList',
  'ContactListItem',
  'announcements-read',
  'api-key',
  'automation',
  'campaign',
  'campaignSettings',
  'chat',
  'company-announcement',
  'company-help',
  'company-plan',
  'company-record',
  'connection-health',
  'consent',
  'file',
  'import',
  'inbox-help',
  'integration-delivery',
  'invoice',
  'notices',
  'panel-order',
  'payment',
  'prompt',
  'queue',
  'queueIntegration',
  'quickemessage',
  'schedule',
  'shortcuts',
  'tag',
  'template',
  'ticket-view',
  'ticketNote',
  'webhook',
  'whatsapp',
  'whatsappSession',
] as const satisfies readonly Channel[];
const channels = new Set(nouns.flatMap((noun) => Object.keys(noun) as Channel[]));

/** Keeps the whole cache up to date while somebody is signed in. Called once, by the shell. */
export function useLiveData(): void {
  const cache = useQueryClient();
  useLiveTyping();
  useDraftSync();
  useEffect(() => {
    const stops = [
      ...[...channels].map((channel) => listen(channel, (news) => bringIn(cache, () => hear(nouns, cache, channel, news)))),
      ...rareChannels.map((channel) =>
        listen(channel, (news) => {
          import('./rare-live.ts').then(
            ({ rareNouns }) => bringIn(cache, () => hear(rareNouns, cache, channel, news)),
            // What these news would have changed is asked for again.
            () => cache.invalidateQueries(),
          );
        }),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [cache]);
}

function hear<C extends Channel>(nouns: readonly Live[], cache: QueryClient, channel: C, news: News<C>): void {
  const session = sessionState();
  if (session.state !== 'in') return;
  for (const noun of nouns) (noun[channel] as Live[C])?.(cache, news, session.user);
}
