// Who may call what, written by hand from sections 6 of the specification, and where they are silent by what is said below. It is what the
// server is measured by, so it must not be made from the contract.

export type Role = 'user' | 'supervisor' | 'admin' | 'super';

/** Anybody, signed in or not. */
const anybody = [
  'GET /version',
  'GET /plans/list',
  'GET /plans/all',
  'POST /auth/login',
  'POST /companies/cadastro',
  // 'Public routes: /forgetpsw'
  'POST /v1/password-reset',
  'POST /v1/password-reset/finish',
  'POST /forgetpassword/:email',
  'POST /resetpasswords/:email/:code/:password',
];

/** Whoever has a refresh cookie. */
const cookie = ['POST /auth/refresh_token', 'POST /v1/session/leave'];

/** The lowest profile that may call. A supervisor may do what a user may, an admin what both may; operators also what only they may. */
const signedIn: Record<Role, string[]> = {
  // 'User has no static permissions': the daily work at the desk, one's own account, and reading what the screens of everybody show. Which
  // tickets and messages these are is decided for each of them.
  user: [
    'DELETE /auth/logout',
    'GET /auth/me',
    'GET /companies/:companyId',
    'GET /companies/listPlan/:companyId',
    // 'The plan card shows the company's own plan'.
    'GET /plans/:planId',
    'GET /v1/companies/:companyId/usage',
    'GET /settings',
    // One's own; others' only by admins ('user-modal:editProfile').
    'GET /users',
    'GET /users/list',
    'GET /users/:userId',
    'PUT /users/:userId',
    // 'tickets: all users'
    'GET /tickets',
    'GET /ticket/kanban',
    'GET /v1/tickets/counts',
    'GET /tickets/:ticketId',
    'GET /tickets/u/:ticketUuid',
    'POST /tickets',
    'PUT /tickets/:ticketId',
    'POST /v1/tickets/:ticketId/undo',
    'GET /v1/tickets/:ticketId/moves',
    'POST /v1/tickets/:ticketId/files',
    'POST /v1/tickets/:ticketId/template',
    'GET /v1/connections/:whatsappId/templates',
    'POST /v1/tickets/:ticketId/typing',
    'GET /messages/:ticketId',
    'POST /messages/:ticketId',
    'DELETE /messages/:messageId',
    'PUT /v1/messages/:messageId',
    'POST /v1/messages/:messageId/retry',
    'POST /v1/messages/:messageId/reaction',
    'GET /ticket-notes/list',
    'POST /ticket-notes',
    'DELETE /ticket-notes/:noteId',
    // 'contacts: all', import included. Taking all of them out is a right of its own, below.
    'GET /contacts',
    'GET /contacts/list',
    'GET /contacts/:contactId',
    'POST /contacts',
    'PUT /contacts/:contactId',
    'GET /v1/contacts/:contactId/duplicates',
    'POST /contacts/upload',
    'POST /contacts/import',
    'POST /v1/imports/preview',
    'GET /v1/imports',
    'GET /v1/imports/:importId',
    'GET /v1/imports/:importId/errors.csv',
    'GET /v1/contacts/export.csv',
    // 'tags: all'; whether a tag is a lane of the board is for supervisors and admins.
    'GET /tags',
    'GET /tags/list',
    'GET /tags/kanban',
    'GET /tags/:tagId',
    'POST /tags',
    'PUT /tags/:tagId',
    'DELETE /tags/:tagId',
    'POST /tags/sync',
    'PUT /ticket-tags/:ticketId/:tagId',
    'DELETE /ticket-tags/:ticketId',
    // 'quick-messages: all' and 'files: all'.
    'GET /quick-messages',
    'GET /quick-messages/list',
    'GET /quick-messages/:quickMessageId',
    'POST /quick-messages',
    'PUT /quick-messages/:quickMessageId',
    'DELETE /quick-messages/:quickMessageId',
    'POST /quick-messages/:quickMessageId/media-upload',
    'DELETE /quick-messages/:quickMessageId/media-upload',
    'GET /files',
    'GET /files/:fileListId',
    'POST /files',
    'PUT /files/:fileListId',
    'DELETE /files/:fileListId',
    'POST /files/uploadList/:fileListId',
    // 'schedule-modal: all'; who may see the calendar sees all of it.
    'GET /schedules',
    'GET /v1/schedules/calendar',
    'GET /schedules/:scheduleId',
    'POST /schedules',
    'PUT /schedules/:scheduleId',
    'DELETE /schedules/:scheduleId',
    'POST /schedules/:scheduleId/media-upload',
    'DELETE /schedules/:scheduleId/media-upload',
    // 'Deleting is shown only to roles permitted contacts-page:deleteContact'; all else of contact lists is for everybody.
    'GET /contact-lists',
    'GET /contact-lists/list',
    'GET /contact-lists/:contactListId',
    'POST /contact-lists',
    'PUT /contact-lists/:contactListId',
    'POST /contact-lists/:contactListId/upload',
    'POST /v1/contact-lists/:contactListId/imports',
    'POST /v1/contact-lists/:contactListId/check',
    'POST /v1/contact-lists/count',
    'GET /contact-list-items',
    'GET /contact-list-items/:contactListItemId',
    'POST /contact-list-items',
    'PUT /contact-list-items/:contactListItemId',
    // 'Campaigns need the campaigns flag', and no role.
    'GET /campaigns',
    'GET /campaigns/list',
    'GET /campaigns/:campaignId',
    'POST /campaigns',
    'PUT /campaigns/:campaignId',
    'DELETE /campaigns/:campaignId',
    'POST /campaigns/:campaignId/cancel',
    'POST /campaigns/:campaignId/restart',
    'POST /campaigns/:campaignId/media-upload',
    'DELETE /campaigns/:campaignId/media-upload',
    'GET /v1/campaigns/:campaignId/report',
    'GET /v1/campaigns/:campaignId/shippings',
    'GET /v1/campaigns/:campaignId/result.csv',
    'POST /v1/campaigns/:campaignId/retry',
    'POST /v1/campaigns/dry-run',
    'GET /campaign-settings',
    'POST /campaign-settings',
    // Silent. Whoever talks to a customer sees, and notes, that they do not want to be written to. Taking the ledger out is as with contacts.
    'GET /v1/contacts/:contactId/consent',
    'POST /v1/contacts/:contactId/consent',
    'GET /v1/consents/export.csv',
    // Queues and connections by name: conversations show them, and one chooses among them.
    'GET /queue',
    'GET /queue/:queueId',
    'GET /queue-options',
    'GET /queue-options/:queueOptionId',
    'GET /whatsapp',
    // Silent. Internal chats are everybody's; which ones, membership decides.
    'GET /chats',
    'GET /v1/chats/unread',
    'GET /chats/:chatUuid',
    'POST /chats',
    'PUT /chats/:chatId',
    'DELETE /chats/:chatId',
    'GET /chats/:chatId/messages',
    'POST /chats/:chatId/messages',
    'POST /chats/:chatId/read',
    // 'helps: all'; announcements are for everybody, and their page for operators.
    'GET /announcements',
    'GET /announcements/list',
    'PUT /v1/announcements/read',
    'GET /helps',
    'GET /helps/list',
  ],
  // Silent. Merging moves other people's tickets, and cannot be undone without loss; but it need not wait for an admin.
  supervisor: [
    'POST /v1/contacts/:contactId/merge',
    'GET /v1/contacts/:contactId/merges',
    'POST /v1/contacts/merges/:mergeId/split',
    // Who has left, of all customers.
    'GET /v1/consents',
  ],
  admin: [
    // 'dashboard:view'
    'GET /dashboard',
    'GET /dashboard/ticketsUsers',
    'GET /dashboard/ticketsDay',
    'GET /v1/dashboard/times',
    'GET /v1/dashboard/hours',
    'GET /v1/dashboard/ratings',
    'GET /v1/dashboard/attendances',
    'GET /v1/dashboard/attendances.csv',
    'GET /v1/dashboard/board',
    // 'contacts-page:deleteContact', 'ticket-options:deleteTicket'
    'DELETE /contacts/:contactId',
    'DELETE /contact-lists/:contactListId',
    'DELETE /contact-list-items/:contactListItemId',
    // It may cost the company its number.
    'POST /v1/campaigns/:campaignId/overrule',
    // What it brings holds for all customers.
    'POST /v1/consents/import',
    'DELETE /tickets/:ticketId',
    // 'drawer-admin-items:view': users and queues are the admins' pages.
    'POST /users',
    'DELETE /users/:userId',
    'POST /queue',
    'PUT /queue/:queueId',
    'DELETE /queue/:queueId',
    'POST /queue/:queueId/media-upload',
    'DELETE /queue/:queueId/media-upload',
    'PUT /v1/queues/:queueId/options',
    'POST /queue-options',
    'PUT /queue-options/:queueOptionId',
    'DELETE /queue-options/:queueOptionId',
    'POST /queue-options/:queueOptionId/media-upload',
    'DELETE /queue-options/:queueOptionId/media-upload',
    // 'connections-page:actionButtons', ':addConnection', ':editOrDeleteConnection'. One connection shows its credentials' state and its code.
    'GET /whatsapp/:whatsappId',
    'POST /whatsapp',
    'PUT /whatsapp/:whatsappId',
    'DELETE /whatsapp/:whatsappId',
    'POST /whatsappsession/:whatsappId',
    'PUT /whatsappsession/:whatsappId',
    'DELETE /whatsappsession/:whatsappId',
    'GET /v1/connections/:whatsappId/health',
    'POST /v1/connections/:whatsappId/templates/sync',
    'POST /v1/connections/:whatsappId/gaps/:gapId/recheck',
    'POST /v1/connections/:whatsappId/resume',
    // Silent. They hold the company's credentials with others.
    'GET /queueIntegration',
    'GET /queueIntegration/:integrationId',
    'POST /queueIntegration',
    'PUT /queueIntegration/:integrationId',
    'DELETE /queueIntegration/:integrationId',
    'POST /v1/queueIntegration/:integrationId/secret',
    'POST /queueIntegration/testSession',
    // Silent. What a new company lacks is for admins to add.
    'GET /v1/first-steps',
    // Silent. Who plays the customer can make any customer say anything.
    'GET /simulator/:whatsappId/messages',
    'POST /simulator/:whatsappId/messages',
    'POST /simulator/:whatsappId/read',
    // The options are shown to all; what they say holds for the whole company, so admins change them.
    'PUT /settings/:settingKey',
    'PUT /companies/:companyId/schedules',
  ],
  // 'Super flag: Empresas, Planos, Ajuda'
  super: [
    'POST /companies',
    'GET /companies',
    'GET /companies/list',
    'PUT /companies/:companyId',
    'DELETE /companies/:companyId',
    'GET /v1/companies/usage',
    'POST /v1/companies/:companyId/enter',
    'GET /plans',
    'POST /plans',
    'PUT /plans/:planId',
    'DELETE /plans/:planId',
    'GET /announcements/:announcementId',
    'POST /announcements',
    'PUT /announcements/:announcementId',
    'DELETE /announcements/:announcementId',
    'POST /announcements/:announcementId/media-upload',
    'DELETE /announcements/:announcementId/media-upload',
    'GET /helps/:helpId',
    'POST /helps',
    'PUT /helps/:helpId',
    'DELETE /helps/:helpId',
    // What was mailed for whichever company.
    'GET /v1/mails',
    'GET /v1/mails/:mailId',
    'POST /v1/mails/:mailId/retry',
  ],
};

/** Besides the profile, a right that an admin gives; admins have all. */
export const rightFor: Record<string, string> = {
  'GET /v1/contacts/export.csv': 'exportContacts',
  'GET /v1/consents/export.csv': 'exportContacts',
};

/** 'Plan flags gate': the feature that the company's plan must have. */
export const planFor: Record<string, string> = {
  'GET /tags/kanban': 'useKanban',
  'GET /ticket/kanban': 'useKanban',
  'PUT /ticket-tags/:ticketId/:tagId': 'useKanban',
  'DELETE /ticket-tags/:ticketId': 'useKanban',
  'GET /chats': 'useInternalChat',
  'GET /v1/chats/unread': 'useInternalChat',
  'GET /chats/:chatUuid': 'useInternalChat',
  'POST /chats': 'useInternalChat',
  'PUT /chats/:chatId': 'useInternalChat',
  'DELETE /chats/:chatId': 'useInternalChat',
  'GET /chats/:chatId/messages': 'useInternalChat',
  'POST /chats/:chatId/messages': 'useInternalChat',
  'POST /chats/:chatId/read': 'useInternalChat',
  'GET /schedules': 'useSchedules',
  'GET /v1/schedules/calendar': 'useSchedules',
  'GET /schedules/:scheduleId': 'useSchedules',
  'POST /schedules': 'useSchedules',
  'PUT /schedules/:scheduleId': 'useSchedules',
  'DELETE /schedules/:scheduleId': 'useSchedules',
  'POST /schedules/:scheduleId/media-upload': 'useSchedules',
  'DELETE /schedules/:scheduleId/media-upload': 'useSchedules',
  'GET /contact-lists': 'useCampaigns',
  'GET /contact-lists/list': 'useCampaigns',
  'GET /contact-lists/:contactListId': 'useCampaigns',
  'POST /contact-lists': 'useCampaigns',
  'PUT /contact-lists/:contactListId': 'useCampaigns',
  'DELETE /contact-lists/:contactListId': 'useCampaigns',
  'POST /contact-lists/:contactListId/upload': 'useCampaigns',
  'POST /v1/contact-lists/:contactListId/imports': 'useCampaigns',
  'POST /v1/contact-lists/:contactListId/check': 'useCampaigns',
  'POST /v1/contact-lists/count': 'useCampaigns',
  'GET /contact-list-items': 'useCampaigns',
  'GET /contact-list-items/:contactListItemId': 'useCampaigns',
  'POST /contact-list-items': 'useCampaigns',
  'PUT /contact-list-items/:contactListItemId': 'useCampaigns',
  'DELETE /contact-list-items/:contactListItemId': 'useCampaigns',
  'GET /campaigns': 'useCampaigns',
  'GET /campaigns/list': 'useCampaigns',
  'GET /campaigns/:campaignId': 'useCampaigns',
  'POST /campaigns': 'useCampaigns',
  'PUT /campaigns/:campaignId': 'useCampaigns',
  'DELETE /campaigns/:campaignId': 'useCampaigns',
  'POST /campaigns/:campaignId/cancel': 'useCampaigns',
  'POST /campaigns/:campaignId/restart': 'useCampaigns',
  'POST /campaigns/:campaignId/media-upload': 'useCampaigns',
  'DELETE /campaigns/:campaignId/media-upload': 'useCampaigns',
  'GET /v1/campaigns/:campaignId/report': 'useCampaigns',
  'GET /v1/campaigns/:campaignId/shippings': 'useCampaigns',
  'GET /v1/campaigns/:campaignId/result.csv': 'useCampaigns',
  'POST /v1/campaigns/:campaignId/retry': 'useCampaigns',
  'POST /v1/campaigns/dry-run': 'useCampaigns',
  'GET /campaign-settings': 'useCampaigns',
  'POST /campaign-settings': 'useCampaigns',
  'POST /v1/campaigns/:campaignId/overrule': 'useCampaigns',
  'GET /queueIntegration': 'useIntegrations',
  'GET /queueIntegration/:integrationId': 'useIntegrations',
  'POST /queueIntegration': 'useIntegrations',
  'PUT /queueIntegration/:integrationId': 'useIntegrations',
  'DELETE /queueIntegration/:integrationId': 'useIntegrations',
  'POST /v1/queueIntegration/:integrationId/secret': 'useIntegrations',
  'POST /queueIntegration/testSession': 'useIntegrations',
};

/** What is left after the subscription has run out: one's account, leaving, and what is needed to pay. */
export const afterExpiry: readonly string[] = [
  'DELETE /auth/logout',
  'GET /auth/me',
  'GET /companies/:companyId',
  'GET /companies/listPlan/:companyId',
  'GET /plans/:planId',
  'GET /v1/companies/:companyId/usage',
  'GET /settings',
  'GET /users/:userId',
  'PUT /users/:userId',
];

export const ranks = ['user', 'supervisor', 'admin', 'super'] as const satisfies readonly Role[];

/** The lowest role that may call a route; `anybody` and `cookie` for those that need no sign-in. Null: the table does not know the route. */
export function lowestRole(route: string): Role | 'anybody' | 'cookie' | null {
  if (anybody.includes(route)) return 'anybody';
  if (cookie.includes(route)) return 'cookie';
  return ranks.find((role) => signedIn[role].includes(route)) ?? null;
}

/** Every route of the table. */
export const knownRoutes = [...anybody, ...cookie, ...Object.values(signedIn).flat()];
