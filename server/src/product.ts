// What the product consists of: its features, domain by domain. Nothing else knows them all.
// A feature may call those before it, never those after it. The same holds for domains.

import { assignment } from './features/automation/assignment/feature.ts';
import { assistants } from './features/automation/assistants/feature.ts';
import { automations } from './features/automation/automations/feature.ts';
import { chatbot } from './features/automation/chatbot/feature.ts';
import { inboxHelp } from './features/automation/inbox-help/feature.ts';
import { integrations } from './features/automation/integrations/feature.ts';
import { prompts } from './features/automation/prompts/feature.ts';
import { transcripts } from './features/automation/transcripts/feature.ts';
import { invoices } from './features/business/invoices/feature.ts';
import { payments } from './features/business/payments/feature.ts';
import { connectionHealth } from './features/channels/connection-health/feature.ts';
import { linkedDevices } from './features/channels/linked-devices/feature.ts';
import { simulator } from './features/channels/simulator/feature.ts';
import { auth } from './features/company/auth/feature.ts';
import { companies } from './features/company/companies/feature.ts';
import { connections } from './features/company/connections/feature.ts';
import { firstSteps } from './features/company/first-steps/feature.ts';
import { installation } from './features/company/installation/feature.ts';
import { mails } from './features/company/mails/feature.ts';
import { passwordReset } from './features/company/password-reset/feature.ts';
import { plans } from './features/company/plans/feature.ts';
import { queues } from './features/company/queues/feature.ts';
import { secondFactor } from './features/company/second-factor/feature.ts';
import { sessions } from './features/company/sessions/feature.ts';
import { settings } from './features/company/settings/feature.ts';
import { signUp } from './features/company/sign-up/feature.ts';
import { system } from './features/company/system/feature.ts';
import { usage } from './features/company/usage/feature.ts';
import { users } from './features/company/users/feature.ts';
import { contacts } from './features/desk/contacts/feature.ts';
import { drafts } from './features/desk/drafts/feature.ts';
import { files } from './features/desk/files/feature.ts';
import { imports } from './features/desk/imports/feature.ts';
import { merges } from './features/desk/merges/feature.ts';
import { messages } from './features/desk/messages/feature.ts';
import { pings } from './features/desk/pings/feature.ts';
import { presence } from './features/desk/presence/feature.ts';
import { quickMessages } from './features/desk/quick-messages/feature.ts';
import { ratings } from './features/desk/ratings/feature.ts';
import { tags } from './features/desk/tags/feature.ts';
import { ticketNotes } from './features/desk/ticket-notes/feature.ts';
import { ticketViews } from './features/desk/ticket-views/feature.ts';
import { tickets } from './features/desk/tickets/feature.ts';
import { dashboard } from './features/insight/dashboard/feature.ts';
import { operations } from './features/insight/operations/feature.ts';
import { apiKeys } from './features/open/api-keys/feature.ts';
import { externalApi } from './features/open/external-api/feature.ts';
import { publicApi } from './features/open/public-api/feature.ts';
import { webhooks } from './features/open/webhooks/feature.ts';
import { campaigns } from './features/outbound/campaigns/feature.ts';
import { consent } from './features/outbound/consent/feature.ts';
import { contactLists } from './features/outbound/contact-lists/feature.ts';
import { schedules } from './features/outbound/schedules/feature.ts';
import { templates } from './features/outbound/templates/feature.ts';
import { announcements } from './features/team/announcements/feature.ts';
import { helps } from './features/team/helps/feature.ts';
import { internalChat } from './features/team/internal-chat/feature.ts';
import { notices } from './features/team/notices/feature.ts';
import { panelOrder } from './features/team/panel-order/feature.ts';
import { shortcuts } from './features/team/shortcuts/feature.ts';
import type { Feature } from './platform/feature.ts';

export const domains = {
  company: [
    system,
    installation,
    mails,
    plans,
    settings,
    companies,
    queues,
    connections,
    sessions,
    users,
    secondFactor,
    auth,
    passwordReset,
    signUp,
    usage,
    firstSteps,
  ],
  business: [invoices, payments],
  desk: [
    contacts,
    tickets,
    ticketViews,
    ticketNotes,
    drafts,
    presence,
    pings,
    tags,
    messages,
    quickMessages,
    files,
    imports,
    merges,
    ratings,
  ],
  channels: [connectionHealth, linkedDevices, simulator],
  outbound: [consent, templates, contactLists, schedules, campaigns],
  open: [apiKeys, externalApi, publicApi, webhooks],
  insight: [dashboard, operations],
  automation: [assistants, transcripts, chatbot, prompts, inboxHelp, integrations, assignment, automations],
  team: [internalChat, notices, shortcuts, panelOrder, announcements, helps],
} satisfies Record<string, Feature[]>;

export const features: Feature[] = Object.values(domains).flat();
