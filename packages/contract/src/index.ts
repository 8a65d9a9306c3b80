// Everything that crosses the wire, in one object. The only barrel.
import { announcementEndpoints, announcementEvents } from './announcements.ts';
import { apiKeyEndpoints, apiKeyEvents } from './api-keys.ts';
import { assistantEndpoints } from './assistants.ts';
import { authEndpoints, authEvents } from './auth.ts';
import { automationEndpoints, automationSocketEvents } from './automations.ts';
import { billingEndpoints, billingEvents } from './billing.ts';
import { campaignEndpoints, campaignEvents } from './campaigns.ts';
import { chatEndpoints, chatEvents } from './chats.ts';
import { companyEndpoints, companyEvents } from './companies.ts';
import { connectionHealthEndpoints, connectionHealthEvents } from './connection-health.ts';
import { connectionEndpoints, connectionEvents } from './connections.ts';
import { consentEndpoints, consentEvents } from './consent.ts';
import { contactListEndpoints, contactListEvents } from './contact-lists.ts';
import { contactEndpoints, contactEvents } from './contacts.ts';
import { dashboardEndpoints } from './dashboard.ts';
import { draftEndpoints, draftEvents } from './drafts.ts';
import type { Answer, Call } from './endpoint.ts';
import type { Payload } from './event.ts';
import { externalApiEndpoints } from './external-api.ts';
import { fileEndpoints, fileEvents } from './files.ts';
import { firstStepsEndpoints } from './first-steps.ts';
import { helpEndpoints, helpEvents } from './helps.ts';
import { importEndpoints, importEvents } from './imports.ts';
import { inboxHelpEndpoints, inboxHelpEvents } from './inbox-help.ts';
import { installationEndpoints } from './installation.ts';
import { integrationDeliveryEndpoints, integrationDeliveryEvents } from './integration-deliveries.ts';
import { integrationEndpoints, integrationEvents } from './integrations.ts';
import { mailEndpoints } from './mails.ts';
import { mergeEndpoints } from './merges.ts';
import { messageEndpoints, messageEvents } from './messages.ts';
import { noticeEndpoints, noticeEvents } from './notices.ts';
import { operationsEndpoints } from './operations.ts';
import { panelOrderEndpoints, panelOrderEvents } from './panel-order.ts';
import { passwordResetEndpoints } from './password-reset.ts';
import { pingEndpoints, pingEvents } from './pings.ts';
import { planEndpoints, planEvents } from './plans.ts';
import { presenceEndpoints, presenceEvents } from './presence.ts';
import { promptEndpoints, promptEvents } from './prompts.ts';
import { publicApiEndpoints } from './public-api.ts';
import { queueOptionEndpoints, queueOptionEvents } from './queue-options.ts';
import { queueEndpoints, queueEvents } from './queues.ts';
import { quickMessageEndpoints, quickMessageEvents } from './quick-messages.ts';
import { scheduleEndpoints, scheduleEvents } from './schedules.ts';
import { secondFactorEndpoints } from './second-factor.ts';
import { settingEndpoints, settingEvents } from './settings.ts';
import { shortcutEndpoints, shortcutEvents } from './shortcuts.ts';
import { signUpEndpoints } from './sign-up.ts';
import { simulatorEndpoints } from './simulator.ts';
import { systemEndpoints } from './system.ts';
import { tagEndpoints, tagEvents } from './tags.ts';
import { templateEndpoints, templateEvents } from './templates.ts';
import { ticketMarkEndpoints, ticketMarkEvents } from './ticket-marks.ts';
import { ticketNoteEndpoints, ticketNoteEvents } from './ticket-notes.ts';
import { ticketListViewEndpoints, ticketListViewEvents } from './ticket-views.ts';
import { ticketEndpoints, ticketEvents } from './tickets.ts';
import { usageEndpoints } from './usage.ts';
import { userEndpoints, userEvents } from './users.ts';
import { webhookEndpoints, webhookEvents } from './webhooks.ts';

export const endpoints = {
  ...authEndpoints,
  ...automationEndpoints,
  ...passwordResetEndpoints,
  ...secondFactorEndpoints,
  ...companyEndpoints,
  ...signUpEndpoints,
  ...planEndpoints,
  ...usageEndpoints,
  ...billingEndpoints,
  ...announcementEndpoints,
  ...helpEndpoints,
  ...dashboardEndpoints,
  ...firstStepsEndpoints,
  ...userEndpoints,
  ...settingEndpoints,
  ...queueEndpoints,
  ...promptEndpoints,
  ...inboxHelpEndpoints,
  ...assistantEndpoints,
  ...queueOptionEndpoints,
  ...connectionEndpoints,
  ...connectionHealthEndpoints,
  ...contactEndpoints,
  ...ticketEndpoints,
  ...ticketMarkEndpoints,
  ...ticketListViewEndpoints,
  ...messageEndpoints,
  ...ticketNoteEndpoints,
  ...draftEndpoints,
  ...presenceEndpoints,
  ...pingEndpoints,
  ...tagEndpoints,
  ...templateEndpoints,
  ...quickMessageEndpoints,
  ...scheduleEndpoints,
  ...fileEndpoints,
  ...importEndpoints,
  ...mergeEndpoints,
  ...contactListEndpoints,
  ...consentEndpoints,
  ...campaignEndpoints,
  ...integrationEndpoints,
  ...integrationDeliveryEndpoints,
  ...simulatorEndpoints,
  ...chatEndpoints,
  ...mailEndpoints,
  ...installationEndpoints,
  ...operationsEndpoints,
  ...noticeEndpoints,
  ...shortcutEndpoints,
  ...panelOrderEndpoints,
  ...systemEndpoints,
  ...externalApiEndpoints,
  ...apiKeyEndpoints,
  ...webhookEndpoints,
  ...publicApiEndpoints,
};

export const events = {
  ...authEvents,
  ...automationSocketEvents,
  ...announcementEvents,
  ...helpEvents,
  ...companyEvents,
  ...planEvents,
  ...billingEvents,
  ...userEvents,
  ...settingEvents,
  ...queueEvents,
  ...promptEvents,
  ...inboxHelpEvents,
  ...queueOptionEvents,
  ...connectionEvents,
  ...connectionHealthEvents,
  ...contactEvents,
  ...ticketEvents,
  ...ticketMarkEvents,
  ...ticketListViewEvents,
  ...messageEvents,
  ...ticketNoteEvents,
  ...draftEvents,
  ...presenceEvents,
  ...pingEvents,
  ...tagEvents,
  ...templateEvents,
  ...quickMessageEvents,
  ...scheduleEvents,
  ...fileEvents,
  ...importEvents,
  ...chatEvents,
  ...noticeEvents,
  ...shortcutEvents,
  ...panelOrderEvents,
  ...contactListEvents,
  ...consentEvents,
  ...campaignEvents,
  ...integrationEvents,
  ...apiKeyEvents,
  ...webhookEvents,
  ...integrationDeliveryEvents,
};

type AnyEndpoint = (typeof endpoints)[keyof typeof endpoints];

/** Every endpoint by its route, e.g. `Endpoints['GET /tickets']`. */
export type Endpoints = { [E in AnyEndpoint as E['route']]: E };
export type Route = keyof Endpoints;
export type CallOf<R extends Route> = Call<Endpoints[R]>;
export type AnswerOf<R extends Route> = Answer<Endpoints[R]>;

export type Events = typeof events;
export type EventKey = keyof Events;
export type PayloadOf<K extends EventKey> = Payload<Events[K]>;
