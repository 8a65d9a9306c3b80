// Every page: where it stands, for whom, and its component, a chunk of its own that loads when it is opened.
// A page whose file is not there yet is in no menu and not found at its address, or refused already to those it is not for.
import type { ComponentType } from 'react';
import { lazyPage } from '../platform/lazy-part.ts';
import type { PageRule } from './page-access.ts';

export type PageEntry = PageRule & {
  path: string;
  /** Null while there is no such file. */
  built: { Page: ComponentType; load: () => Promise<unknown> } | null;
};

const files = import.meta.glob<Record<string, ComponentType>>('./pages/*-page.tsx');

function page(path: string, file: string, name: string, rule: PageRule = {}): PageEntry {
  const load = files[`./pages/${file}.tsx`];
  return { path, ...rule, built: load ? lazyPage(async () => (await load())[name] as ComponentType) : null };
}

const campaigns: PageRule = { plan: 'useCampaigns', cshow: true };

/** For those who are not signed in. */
export const guestPages = {
  login: page('/login', 'login-page', 'LoginPage'),
  signup: page('/signup', 'signup-page', 'SignupPage'),
  forgottenPassword: page('/forgetpsw', 'forgotten-password-page', 'ForgottenPasswordPage'),
};

export const pages = {
  dashboard: page('/', 'dashboard-page', 'DashboardPage', { only: 'admin' }),
  firstSteps: page('/first-steps', 'first-steps-page', 'FirstStepsPage', { only: 'admin' }),
  tickets: page('/tickets/:ticketId?', 'inbox-page', 'InboxPage'),
  share: page('/share', 'share-page', 'SharePage'),
  kanban: page('/kanban', 'kanban-page', 'KanbanPage', { plan: 'useKanban' }),
  quickMessages: page('/quick-messages', 'quick-messages-page', 'QuickMessagesPage'),
  tasks: page('/todolist', 'tasks-page', 'TasksPage'),
  contacts: page('/contacts', 'contacts-page', 'ContactsPage'),
  schedules: page('/schedules', 'schedules-page', 'SchedulesPage', { plan: 'useSchedules' }),
  tags: page('/tags', 'tags-page', 'TagsPage'),
  chats: page('/chats/:chatId?', 'chats-page', 'ChatsPage', { plan: 'useInternalChat' }),
  helps: page('/helps', 'helps-page', 'HelpsPage'),
  files: page('/files', 'files-page', 'FilesPage'),
  campaigns: page('/campaigns', 'campaigns-page', 'CampaignsPage', campaigns),
  campaignReport: page('/campaign/:campaignId/report', 'campaign-report-page', 'CampaignReportPage', campaigns),
  campaignSettings: page('/campaigns-config', 'campaign-settings-page', 'CampaignSettingsPage', campaigns),
  contactLists: page('/contact-lists', 'contact-lists-page', 'ContactListsPage', campaigns),
  contactListItems: page('/contact-lists/:contactListId/contacts', 'contact-list-items-page', 'ContactListItemsPage', campaigns),
  consents: page('/consents', 'consents-page', 'ConsentsPage', { only: 'admin' }),
  operations: page('/operations', 'operations-page', 'OperationsPage', { only: 'super' }),
  announcements: page('/announcements', 'announcements-page', 'AnnouncementsPage', { only: 'super' }),
  prompts: page('/prompts', 'prompts-page', 'PromptsPage', { only: 'admin', plan: 'useOpenAi' }),
  automations: page('/automations', 'automations-page', 'AutomationsPage', { only: 'admin' }),
  integrations: page('/queue-integration', 'integrations-page', 'IntegrationsPage', { only: 'admin', plan: 'useIntegrations' }),
  connections: page('/connections', 'connections-page', 'ConnectionsPage'),
  queues: page('/queues', 'queues-page', 'QueuesPage', { only: 'admin' }),
  users: page('/users', 'users-page', 'UsersPage', { only: 'admin' }),
  messagesApi: page('/messages-api', 'messages-api-page', 'MessagesApiPage', { plan: 'useExternalApi' }),
  billing: page('/financeiro', 'billing-page', 'BillingPage'),
  subscription: page('/subscription', 'subscription-page', 'SubscriptionPage'),
  settings: page('/settings', 'settings-page', 'SettingsPage'),
  simulator: page('/simulator', 'simulator-page', 'SimulatorPage', { only: 'admin' }),
} satisfies Record<string, PageEntry>;
export type PageName = keyof typeof pages;
