// Everything that one person's browser knows of the server, kept up to date by its live line, with every question open and nothing drawn. The
// server's test of hearing (server/test/hearing.test.ts) runs it beside a server, once for each person, to compare what was heard with what is
// answered.
import type { Session } from '@balcao/contract/auth';
import type { SessionUser } from '@balcao/contract/users';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, Fragment } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { useFollowOwnUser } from '../app/shell/account/own-user.ts';
import { ApiError } from '../platform/api.ts';
import { queryClient, worthRetrying } from '../platform/query-client.ts';
import { keepSession, sessionState } from '../platform/session.ts';
import { type Channel, listen, openLine } from '../platform/socket.ts';
import { askOwnUser, useOpenSessions, useSecondFactor } from './account/queries.ts';
import { useAnnouncements, useEditedAnnouncement, useShownAnnouncements } from './announcements/queries.ts';
import { useApiKeys, useEditedApiKey } from './api-keys/queries.ts';
import { useAssistants } from './assistants/queries.ts';
import { useAutomations, useEditedAutomation, useFirings } from './automations/queries.ts';
import { useInvoice, useInvoices } from './billing/queries.ts';
import { useCampaignReport, useCampaignSettings, useCampaigns, useEditedCampaign, useShippings } from './campaigns/queries.ts';
import { useChat, useChats, useChatThread, useUnreadChats } from './chats/queries.ts';
import { useCompanies, useUsage } from './companies/queries.ts';
import { useConnection, useConnections, useHealth } from './connections/queries.ts';
import { useConsent, useConsents } from './consent/queries.ts';
import {
  useContactList,
  useContactListChoices,
  useContactListItems,
  useContactLists,
  useEditedContactList,
  useEditedItem,
} from './contact-lists/queries.ts';
import { useContact, useContacts, useDuplicates, useMerges } from './contacts/queries.ts';
import { useFileList, useFileLists } from './files/queries.ts';
import { useFirstSteps } from './first-steps/queries.ts';
import { useEditedHelp, useHelps } from './helps/queries.ts';
import { useImports } from './imports/queries.ts';
import { useInboxHelp, useInboxHelpSettings } from './inbox-help/queries.ts';
import { useDeliveries, useDelivery, useEditedIntegration, useIntegrationChoices, useIntegrations } from './integrations/queries.ts';
import { useLiveData } from './live.ts';
import { useContactMedia, useFound, usePeek, useThread } from './messages/queries.ts';
import { useConversationNotes, useTicketNotes } from './notes/queries.ts';
import { useNotices } from './notices/queries.ts';
import { useFollowers, usePings } from './pings/queries.ts';
import { useEditedPlan, usePlanPages, usePlans } from './plans/queries.ts';
import { useAssistantUsage, useEditedPrompt, usePromptChoices, usePrompts } from './prompts/queries.ts';
import { useOptions, useQueues } from './queues/queries.ts';
import { useEditedQuickMessage, useQuickMessageChoices, useQuickMessages } from './quick-messages/queries.ts';
import { useCalendar, useEditedSchedule, useScheduledFor } from './schedules/queries.ts';
import { useCompany, useSettings } from './settings/queries.ts';
import { useEditedTag, useLaneTags, useTagChoices, useTags } from './tags/queries.ts';
import { useTemplateSync, useTemplates } from './templates/queries.ts';
import { useTicketViews, useViewCounts } from './ticket-views/queries.ts';
import {
  useFilterCounts,
  useLane,
  useTicket,
  useTicketCounts,
  useTicketList,
  useTicketMarks,
  useTicketMoves,
  useTicketPromises,
  useTicketsOfContact,
  useUnreadTickets,
  useWorkload,
} from './tickets/queries.ts';
import { useColleagues, useEditedUser, useUsers } from './users/queries.ts';
import { useWebhook, useWebhooks } from './webhooks/queries.ts';

/** What is open, by its ids. */
type Opened = Record<
  | 'announcementId'
  | 'apiKeyId'
  | 'automationId'
  | 'campaignId'
  | 'chatId'
  | 'companyId'
  | 'contactListId'
  | 'contactListItemId'
  | 'fileListId'
  | 'helpId'
  | 'integrationDeliveryId'
  | 'integrationId'
  | 'invoiceId'
  | 'planId'
  | 'promptId'
  | 'quickMessageId'
  | 'scheduleId'
  | 'tagId'
  | 'userId'
  | 'webhookId',
  number
> & {
  chatUuid: string;
  contactIds: number[];
  queueIds: number[];
  whatsappIds: number[];
  tickets: { id: number; uuid: string; contactId: number }[];
  calendar: { from: string; to: string };
  /** Whose pages are open besides the inbox. */
  as: 'agent' | 'admin' | 'operator';
};

/** An answer as it is held and as it is given now; `heard` is undefined where nothing is held. */
type Compared = { key: string; heard: unknown; asked: unknown };

/** Signs in and opens everything. Asks nothing of the server but what a browser would. */
export function openViewer(session: Session, opened: Opened) {
  keepSession(session);
  const questions = questionsOf(opened);
  const close = [openLine(session.user.companyId), show(queryClient, [useLiveData, useFollowOwnUser, ...questions])];
  return {
    /** Answers that are on their way. */
    asking: () => queryClient.isFetching(),
    /** Calls `hear` with the news of a channel that is no noun's. */
    listen: (channel: string, hear: (news: never) => void) => listen(channel as Channel, hear as () => void),
    /** Asks everything anew, beside what is held. That a thing is gone, or no longer theirs, is told by the lists that had it. */
    async compare(pause: () => Promise<void>): Promise<Compared[]> {
      const session = sessionState();
      if (session.state !== 'in') throw new Error('nobody is signed in any more');
      const fresh = new QueryClient({ defaultOptions: { queries: { retry: worthRetrying, networkMode: 'always' } } });
      const hide = show(fresh, questions);
      do await pause();
      while (fresh.isFetching() > 0);
      const answers = fresh.getQueryCache().getAll();
      const compared = answers
        .filter(({ state }) => !isRefusal(state.error))
        .flatMap(({ queryHash, queryKey, state }) => {
          const held = queryClient.getQueryCache().get(queryHash);
          // They may see it now, and a page would open it only now.
          if (held && isRefusal(held.state.error)) void held.fetch();
          else return { key: JSON.stringify(queryKey), heard: held && answerOf(held.state), asked: answerOf(state) };
          return [];
        });
      hide();
      fresh.clear();
      if (failures.length > 0) throw failures[0];
      return [...compared, { key: 'session', heard: inOrder(session.user), asked: inOrder((await askOwnUser()).user) }];
    },
    /** Leaves no timer and no socket behind. */
    close: () => {
      for (const each of close) each();
      queryClient.clear();
    },
  };
}

/** A setting that was changed comes last. */
function inOrder(user: SessionUser): SessionUser {
  const settings = user.company.settings.toSorted((a, b) => a.key.localeCompare(b.key));
  return { ...user, company: { ...user.company, settings } };
}

function answerOf({ data, error }: { data: unknown; error: unknown }): unknown {
  return error ? String(error) : data;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}

/** What went wrong in the hooks. */
const failures: unknown[] = [];

/** Calls hooks as parts of a page would that draw nothing. Answers a function that takes the page away. */
function show(cache: QueryClient, asks: readonly (() => unknown)[]): () => void {
  const root = createRoot(document.createElement('div'), { onUncaughtError: (error) => failures.push(error) });
  const parts = asks.map((ask, at) => createElement(Asked, { key: at, ask }));
  flushSync(() => root.render(createElement(QueryClientProvider, { client: cache }, createElement(Fragment, null, parts))));
  return () => root.unmount();
}

function Asked({ ask }: { ask: () => unknown }): null {
  ask();
  return null;
}

/** Every question that news keep answered; of records that are being edited, the one that is open. */
function questionsOf(of: Opened): (() => unknown)[] {
  const record = <R>(id: number) => ({ id }) as R;
  const search = '';
  const everybody = [
    ...(['open', 'pending', 'closed'] as const).flatMap((status) =>
      [true, false].map((showAll) => () => useTicketList({ status, showAll, searchParam: search })),
    ),
    () => useTicketList({ status: 'pending', showAll: true, searchParam: search, order: 'waiting' }),
    () => useTicketList({ status: 'open', showAll: true, searchParam: search, unread: true }),
    () => useTicketList({ showAll: true, searchParam: search, tags: [of.tagId] }),
    () => useTicketList({ showAll: true, searchParam: search, snoozed: true }),
    () => useTicketList({ status: 'pending', showAll: false, searchParam: search, queueIds: of.queueIds.slice(0, 1) }),
    () => useTicketList({ showAll: true, searchParam: 'cliente' }),
    () => useLane(null, { searchParam: search }),
    () => useLane(of.tagId, { searchParam: search }),
    () => useUnreadTickets(),
    ...[true, false].map((showAll) => () => useTicketCounts({ showAll })),
    ...(['open', 'pending'] as const).map((status) => () => useFilterCounts({ showAll: true, status })),
    () => useTicketMarks(true),
    () => useTicketPromises(),
    () => useWorkload(),
    () => usePings(),
    () => useTicketViews(),
    () => useViewCounts(true),
    () => useNotices(),
    () => useOpenSessions(),
    () => useSecondFactor(),
    () => useSettings(),
    () => useCompany(of.companyId),
    () => useColleagues(),
    () => useQueues(),
    () => useConnections(),
    () => useTagChoices(),
    () => useLaneTags(),
    () => useTags(search),
    () => useEditedTag(record(of.tagId)),
    () => useQuickMessageChoices(),
    () => useQuickMessages(search),
    () => useEditedQuickMessage(record(of.quickMessageId)),
    () => useFileLists(search),
    () => useFileList(of.fileListId),
    () => useContacts({ searchParam: search }),
    () => useContacts({ searchParam: 'cliente' }),
    () => useChats(search),
    () => useUnreadChats(true),
    () => useChat(of.chatUuid),
    () => useChatThread(of.chatId),
    () => useShownAnnouncements(true),
    () => useHelps(),
    () => useInboxHelp(true),
    () => useCalendar(of.calendar, search),
    () => useEditedSchedule(record(of.scheduleId)),
    ...of.tickets.flatMap(({ id, uuid, contactId }) => [
      () => useTicket(uuid),
      () => useThread(id),
      () => usePeek(id),
      () => useFound(id, 'mensagem', 'all'),
      () => useTicketMoves(id),
      () => useTicketNotes(id, contactId),
      () => useConversationNotes(id, contactId),
      () => useFollowers(id),
    ]),
    ...of.contactIds.flatMap((contactId) => [
      () => useContact(contactId),
      () => useTicketsOfContact(contactId),
      () => useDuplicates(contactId),
      () => useMerges(contactId),
      () => useConsent(contactId),
      () => useScheduledFor(contactId),
      ...(['media', 'files', 'links'] as const).map((kind) => () => useContactMedia(contactId, kind)),
    ]),
  ];
  const admins = [
    () => useUsers(search),
    () => useEditedUser(record(of.userId)),
    ...of.queueIds.map((queueId) => () => useOptions(queueId)),
    ...of.whatsappIds.flatMap((whatsappId) => [
      () => useConnection(whatsappId),
      () => useHealth(whatsappId),
      () => useTemplates(whatsappId, search, false),
      () => useTemplateSync(whatsappId),
    ]),
    () => useApiKeys(),
    () => useEditedApiKey(record(of.apiKeyId)),
    () => useAssistants(true),
    () => usePrompts(search),
    () => usePromptChoices(true),
    () => useEditedPrompt(record(of.promptId)),
    () => useAssistantUsage(),
    () => useAutomations(),
    () => useEditedAutomation(record(of.automationId)),
    () => useFirings(null),
    () => useInvoices(search, ''),
    () => useInvoice(of.invoiceId),
    () => useCampaigns(search),
    () => useEditedCampaign(record(of.campaignId)),
    () => useCampaignReport(of.campaignId),
    () => useShippings(of.campaignId, null),
    () => useCampaignSettings(),
    () => useConsents(),
    () => useContactListChoices(),
    () => useContactLists(search),
    () => useContactList(of.contactListId),
    () => useEditedContactList(record(of.contactListId)),
    () => useContactListItems(of.contactListId, search),
    () => useEditedItem(record(of.contactListItemId)),
    () => useFirstSteps(),
    () => useImports(),
    () => useInboxHelpSettings(),
    () => useIntegrations(search),
    () => useIntegrationChoices(true),
    () => useEditedIntegration(record(of.integrationId)),
    () => useDeliveries(of.integrationId, false),
    () => useDelivery({ ...record<Parameters<typeof useDelivery>[0]>(of.integrationDeliveryId), integrationId: of.integrationId }),
    () => useWebhooks(),
    () => useWebhook(of.webhookId),
  ];
  const operators = [
    () => useAnnouncements(search),
    () => useEditedAnnouncement(record(of.announcementId)),
    () => useEditedHelp(record(of.helpId)),
    () => useCompanies(search),
    () => useUsage(of.companyId),
    () => usePlans(),
    () => usePlanPages(search),
    () => useEditedPlan(record(of.planId)),
  ];
  return { agent: everybody, admin: [...everybody, ...admins], operator: operators }[of.as];
}
