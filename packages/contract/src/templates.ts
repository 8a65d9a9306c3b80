// Message templates of Cloud API numbers: made and approved at Meta, listed and sent here.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { messageView } from './messages.ts';
import {
  templateButtonTypes,
  templateCategories,
  templateMedia,
  templateQualities,
  templateSlotsMax,
  templateStatuses,
  templateValueMax,
} from './template-rules.ts';

/** In forms, what is no text is JSON. */
function fromForm(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** A template to send, with the values of its variables; each by the key of its slot, e.g. `body.1`. */
export const templateChoice = z.object({
  name: c.text(512, 1),
  language: c.text(20, 1),
  variables: z
    .record(c.text(80, 1), c.text(templateValueMax))
    .refine((values) => Object.keys(values).length <= templateSlotsMax)
    .default({}),
});

export const templateContent = z.object({
  header: z
    .discriminatedUnion('format', [z.object({ format: z.literal('TEXT'), text: z.string() }), z.object({ format: z.enum(templateMedia) })])
    .nullable(),
  body: z.string(),
  footer: z.string().nullable(),
  buttons: z.array(z.object({ type: z.enum(templateButtonTypes), text: z.string(), value: z.string().nullable() })),
  /** Meta's name of a part that cannot be sent from here; null if all can. */
  unsupported: z.string().nullable(),
});

export const templateView = z.object({
  id: z.number(),
  whatsappId: z.number(),
  name: z.string(),
  language: z.string(),
  category: z.enum(templateCategories),
  status: z.enum(templateStatuses),
  /** Why Meta rejected or paused it, in Meta's words; null if it did not say. */
  reason: z.string().nullable(),
  quality: z.enum(templateQualities),
  content: templateContent,
  updatedAt: c.instant,
});
export type TemplateView = z.output<typeof templateView>;
c.named.add(templateView, { id: 'Template' });

/** When the list was last compared with Meta's. */
export const templateSync = z.object({
  running: z.boolean(),
  /** Null until it was compared once. */
  syncedAt: c.instant.nullable(),
  /** Why the last attempt failed: a reason of the channel; null if it succeeded. */
  failure: z.string().nullable(),
});
export type TemplateSync = z.output<typeof templateSync>;

const ofConnection = z.object({ whatsappId: c.id });

export const templateEndpoints = {
  listTemplates: endpoint({
    route: 'GET /v1/connections/:whatsappId/templates',
    access: 'user',
    summary: 'The message templates of a Cloud API number by name, 20 a page. Other channels have none.',
    params: ofConnection,
    query: z.object({
      ...c.page,
      /** Only those that can be sent now. */
      sendable: c.flag.default(false),
    }),
    answer: z.object({ templates: z.array(templateView), count: z.number(), hasMore: z.boolean(), sync: templateSync }),
  }),
  syncTemplates: endpoint({
    route: 'POST /v1/connections/:whatsappId/templates/sync',
    access: 'admin',
    summary: 'Compares the templates of a Cloud API number with Meta’s list now. The event `template` tells when that is done.',
    params: ofConnection,
    answer: templateSync,
  }),
  sendTemplate: endpoint({
    route: 'POST /v1/tickets/:ticketId/template',
    access: 'user',
    summary:
      'Sends a template to the customer of a ticket, also when the window is shut. Values may contain the variables of texts. In multipart, `variables` is JSON and `file` the file above the text, whose variable `header.media` is then `attachment`.',
    idempotent: true,
    params: z.object({ ticketId: c.id }),
    multipart: 'too',
    body: templateChoice.extend({ variables: z.preprocess(fromForm, templateChoice.shape.variables) }),
    answer: messageView,
  }),
};

export const templateEvents = {
  template: event({
    channel: 'template',
    heardBy: 'Everybody in the company. Templates of the number changed: load them again.',
    payload: z.object({ action: z.literal('reload'), whatsappId: z.number() }),
  }),
};
