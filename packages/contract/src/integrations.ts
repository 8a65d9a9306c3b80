import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { integrationLanguages, integrationLimits, integrationTypes } from './integration-rules.ts';

export const integrationView = z.object({
  id: z.number(),
  type: z.enum(integrationTypes),
  name: z.string(),
  /** Of Dialogflow; the name for all others. */
  projectName: z.string(),
  /** The service account is never shown: always empty. */
  jsonContent: z.string(),
  hasJsonContent: z.boolean(),
  /** Where n8n, webhook and Typebot are called. */
  urlN8N: z.string(),
  language: z.enum(integrationLanguages),
  typebotSlug: z.string(),
  /** Minutes since the last word after which a conversation begins anew; 0: never. */
  typebotExpires: z.number(),
  /** Pause between two texts, in ms. */
  typebotDelayMessage: z.number(),
  typebotKeywordFinish: z.string(),
  typebotKeywordRestart: z.string(),
  typebotUnknownMessage: z.string(),
  typebotRestartMessage: z.string(),
  companyId: z.number(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type IntegrationView = z.output<typeof integrationView>;
c.named.add(integrationView, { id: 'QueueIntegration' });

const limits = integrationLimits;
const fields = {
  type: z.enum(integrationTypes),
  name: c.name(limits.name.min, limits.name.max),
  projectName: c.optionalText(limits.project),
  /** Empty keeps what is stored. */
  jsonContent: c.optionalText(limits.json),
  urlN8N: c.optionalText(limits.url),
  language: z
    .union([z.enum(integrationLanguages), z.literal(''), z.null()])
    .transform((value) => value || undefined)
    .optional(),
  typebotSlug: c.optionalText(limits.slug),
  typebotExpires: bounded(limits.expires),
  typebotDelayMessage: bounded(limits.delay),
  typebotKeywordFinish: c.optionalText(limits.keyword),
  typebotKeywordRestart: c.optionalText(limits.keyword),
  typebotUnknownMessage: c.optionalText(limits.text),
  typebotRestartMessage: c.optionalText(limits.text),
};

function bounded(max: number) {
  return c.count
    .nullish()
    .transform((value) => value ?? undefined)
    .pipe(z.number().max(max).optional());
}

const integrationId = z.object({ integrationId: c.id });
const plan = 'useIntegrations';

export const integrationEndpoints = {
  listIntegrations: endpoint({
    route: 'GET /queueIntegration',
    access: 'admin',
    summary: 'The integrations of the company, newest first, 20 a page; searched by name.',
    plan,
    query: z.object(c.page),
    answer: z.object({ queueIntegrations: z.array(integrationView), count: z.number(), hasMore: z.boolean() }),
  }),
  showIntegration: endpoint({
    route: 'GET /queueIntegration/:integrationId',
    access: 'admin',
    summary: 'One integration, without its secrets.',
    plan,
    params: integrationId,
    answer: integrationView,
  }),
  createIntegration: endpoint({
    route: 'POST /queueIntegration',
    access: 'admin',
    summary:
      'Adds an integration. `secret`, shown only here, signs the calls to n8n and webhooks: `X-Signature-256: sha256=` and the HMAC-SHA256 of the body in hex.',
    plan,
    body: z.object(fields),
    answer: integrationView.extend({ secret: z.string().nullable() }),
  }),
  updateIntegration: endpoint({
    route: 'PUT /queueIntegration/:integrationId',
    access: 'admin',
    summary: 'Changes an integration.',
    plan,
    params: integrationId,
    body: z.object(fields).partial(),
    answer: integrationView,
    status: 201,
  }),
  deleteIntegration: endpoint({
    route: 'DELETE /queueIntegration/:integrationId',
    access: 'admin',
    summary: 'Removes an integration with its log; queues and connections go on without it.',
    plan,
    params: integrationId,
    answer: z.object({}),
  }),
  replaceIntegrationSecret: endpoint({
    route: 'POST /v1/queueIntegration/:integrationId/secret',
    access: 'admin',
    summary: 'Makes a new secret for signing, shown only here. The one before is no longer used.',
    plan,
    params: integrationId,
    answer: z.object({ secret: z.string() }),
  }),
  testIntegration: endpoint({
    route: 'POST /queueIntegration/testSession',
    access: 'admin',
    summary:
      'Calls what is described, as it would be called for a customer’s message, and says what it answered. Without `type` it is Dialogflow. With `integrationId`, what is not given is taken from that integration.',
    plan,
    body: z
      .object({ ...fields, integrationId: c.optionalId })
      .partial()
      .omit({ name: true }),
    answer: z.object({ texts: z.array(z.string()), durationMs: z.number() }),
  }),
};

export const integrationEvents = {
  queueIntegration: event({
    channel: 'queueIntegration',
    heardBy: 'Admins.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.enum(['create', 'update']), queueIntegration: integrationView }),
      z.object({ action: z.literal('delete'), integrationId: z.number() }),
    ]),
  }),
};
