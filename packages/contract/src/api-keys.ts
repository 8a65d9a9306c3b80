// Keys by which programs of a company call the public API.
import { z } from 'zod';
import { apiScopes } from './api-rules.ts';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';

export const apiKeyView = z.object({
  id: z.number(),
  name: z.string(),
  /** The beginning of the key, by which people recognise it. */
  hint: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** To within ten minutes; null if it was never used. */
  lastUsedAt: c.instant.nullable(),
  /** Who made it; null if they are no longer there. */
  createdBy: z.string().nullable(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type ApiKeyView = z.output<typeof apiKeyView>;
c.named.add(apiKeyView, { id: 'ApiKey' });

const fields = {
  name: c.name(2, 50),
  scopes: z
    .array(z.enum(apiScopes))
    .min(1)
    .max(apiScopes.length)
    .transform((scopes) => apiScopes.filter((scope) => scopes.includes(scope))),
};
const apiKeyId = z.object({ apiKeyId: c.id });
const plan = 'useExternalApi';

export const apiKeyEndpoints = {
  listApiKeys: endpoint({
    route: 'GET /v1/api-keys',
    access: 'admin',
    plan,
    summary: 'The keys of the company, oldest first; at most 50.',
    answer: z.array(apiKeyView),
  }),
  showApiKey: endpoint({
    route: 'GET /v1/api-keys/:apiKeyId',
    access: 'admin',
    plan,
    summary: 'One key, without its secret.',
    params: apiKeyId,
    answer: apiKeyView,
  }),
  createApiKey: endpoint({
    route: 'POST /v1/api-keys',
    access: 'admin',
    plan,
    summary: 'Makes a key. The answer alone shows it: only its hash is stored.',
    body: z.object(fields),
    answer: apiKeyView.extend({ key: z.string() }),
  }),
  updateApiKey: endpoint({
    route: 'PUT /v1/api-keys/:apiKeyId',
    access: 'admin',
    plan,
    summary: 'Changes the name of a key, or what it may do.',
    params: apiKeyId,
    body: z.object(fields).partial(),
    answer: apiKeyView,
  }),
  deleteApiKey: endpoint({
    route: 'DELETE /v1/api-keys/:apiKeyId',
    access: 'admin',
    plan,
    summary: 'Removes a key. Programs that use it are refused from then on.',
    params: apiKeyId,
    answer: c.message,
  }),
};

export const apiKeyEvents = {
  apiKey: event({
    channel: 'api-key',
    heardBy: 'Admins.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.enum(['create', 'update']), record: apiKeyView }),
      z.object({ action: z.literal('delete'), id: z.number() }),
    ]),
  }),
};
