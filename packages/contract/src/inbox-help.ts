// Help of a language model for people who answer, on the company's own key. Off until an admin sets it up. Nothing of it is sent to customers
// by itself.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { helpLanguages, helpTasks, helpTextMax, rewriteLanguages, rewriteStyles } from './inbox-help-rules.ts';
import { messageView } from './messages.ts';
import { baseUrl, modelName } from './prompts.ts';

export const inboxHelpSettings = z.object({
  enabled: z.boolean(),
  /** What people may ask for. */
  tasks: z.array(z.enum(helpTasks)),
  /** A mask (`secretMask`) if a key is stored, else empty; the key itself is write-only. */
  apiKey: z.string(),
  /** Where the provider is; empty: the one of the installation. */
  baseUrl: z.string(),
  model: z.string(),
  transcriptionModel: z.string(),
  updatedAt: c.instant,
});
export type InboxHelpSettings = z.output<typeof inboxHelpSettings>;
c.named.add(inboxHelpSettings, { id: 'InboxHelpSettings' });

export const inboxHelpOffer = z.object({
  /** What may be asked for now; empty while it is off. */
  tasks: z.array(z.enum(helpTasks)),
  /** To whom it is sent: the host of the provider. */
  provider: z.string(),
  model: z.string(),
  transcriptionModel: z.string(),
});
export type InboxHelpOffer = z.output<typeof inboxHelpOffer>;
c.named.add(inboxHelpOffer, { id: 'InboxHelpOffer' });

export const inboxHelpAnswer = z.object({
  text: z.string(),
  /** What the provider was sent. */
  sent: z.object({
    provider: z.string(),
    model: z.string(),
    /** How many messages of the conversation. */
    messages: z.number(),
    /** What the model was asked to do. */
    instructions: z.string(),
    /** The text to do it with, word for word. */
    text: z.string(),
  }),
  /** What it cost, by the provider's count. */
  tokens: z.number(),
});
export type InboxHelpAnswer = z.output<typeof inboxHelpAnswer>;
c.named.add(inboxHelpAnswer, { id: 'InboxHelpAnswer' });

const plan = 'useOpenAi';
const ticketId = z.object({ ticketId: c.id });
const messageId = z.object({ messageId: c.id });
const refusals = 'ERR_ASSISTANT_OFF; ERR_ASSISTANT_FAILED with the reason.';

export const inboxHelpEndpoints = {
  showInboxHelp: endpoint({
    route: 'GET /v1/inbox-help',
    access: 'user',
    plan,
    summary: 'With what the language model helps people in the inbox, and whose it is.',
    answer: inboxHelpOffer,
  }),
  showInboxHelpSettings: endpoint({
    route: 'GET /v1/inbox-help/settings',
    access: 'admin',
    plan,
    summary: 'How the help for people in the inbox is set up.',
    answer: inboxHelpSettings,
  }),
  updateInboxHelp: endpoint({
    route: 'PUT /v1/inbox-help/settings',
    access: 'admin',
    plan,
    summary:
      'Sets the help for people in the inbox up. Missing fields stay; so does the key, if it is empty or its mask. Needs a key to be switched on, and again for another server (ERR_API_KEY_REQUIRED).',
    body: z
      .object({
        enabled: c.flag,
        tasks: z
          .array(z.enum(helpTasks))
          .max(helpTasks.length)
          .transform((tasks) => helpTasks.filter((task) => tasks.includes(task))),
        apiKey: c.text(500),
        baseUrl,
        model: modelName,
        transcriptionModel: modelName,
      })
      .partial(),
    answer: inboxHelpSettings,
  }),
  summarizeTicket: endpoint({
    route: 'POST /v1/inbox-help/tickets/:ticketId/summary',
    access: 'user',
    plan,
    summary: `A summary of the latest messages of a ticket. ${refusals}`,
    params: ticketId,
    body: z.object({ language: z.enum(helpLanguages).default('pt') }),
    answer: inboxHelpAnswer,
  }),
  suggestReply: endpoint({
    route: 'POST /v1/inbox-help/tickets/:ticketId/reply',
    access: 'user',
    plan,
    summary: `A reply to the customer that a person may send. Sends nothing by itself. ${refusals}`,
    params: ticketId,
    answer: inboxHelpAnswer,
  }),
  rewriteText: endpoint({
    route: 'POST /v1/inbox-help/tickets/:ticketId/rewrite',
    access: 'user',
    plan,
    summary: `A text that a person is writing, in other words. Only with the customer’s language are messages of the ticket sent too. ${refusals}`,
    params: ticketId,
    body: z.object({
      text: c.name(1, helpTextMax),
      style: z.enum(rewriteStyles),
      /** For `translate`. */
      language: z.enum(rewriteLanguages).default('contact'),
    }),
    answer: inboxHelpAnswer,
  }),
  translateMessage: endpoint({
    route: 'POST /v1/inbox-help/messages/:messageId/translation',
    access: 'user',
    plan,
    summary: `A message in another language; of a voice message, its transcript. ${refusals}`,
    params: messageId,
    body: z.object({ language: z.enum(helpLanguages).default('pt') }),
    answer: inboxHelpAnswer,
  }),
  transcribeMessage: endpoint({
    route: 'POST /v1/inbox-help/messages/:messageId/transcript',
    access: 'user',
    plan,
    summary: `Puts the words of a voice message under it, for everybody who sees it. Once they are there, they are answered as they are. ${refusals}`,
    params: messageId,
    answer: messageView,
  }),
};

export const inboxHelpEvents = {
  inboxHelp: event({
    channel: 'inbox-help',
    heardBy: 'Everybody in the company.',
    payload: z.object({ action: z.literal('update'), offer: inboxHelpOffer }),
  }),
};
