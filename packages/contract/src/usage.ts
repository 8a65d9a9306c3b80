// What companies use of the platform.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';

export const usageSorts = ['name', 'users', 'connections', 'messages', 'storage', 'aiTokens'] as const;
export type UsageSort = (typeof usageSorts)[number];

/** What a company uses. Messages and storage are as they were at `measuredAt`. */
export const companyUsage = z.object({
  id: z.number(),
  name: z.string(),
  status: z.boolean(),
  dueDate: z.string().nullable(),
  plan: z.object({ name: z.string(), users: z.number(), connections: z.number(), queues: z.number() }).nullable(),
  users: z.number(),
  connections: z.number(),
  queues: z.number(),
  messages: z.number(),
  /** Of this month. */
  monthMessages: z.number(),
  storageBytes: z.number(),
  /** Of the AI assistants, of this month. */
  aiTokens: z.number(),
  measuredAt: c.instant.nullable(),
});
export type CompanyUsage = z.output<typeof companyUsage>;
c.named.add(companyUsage, { id: 'CompanyUsage' });

const companyId = z.object({ companyId: c.id });

export const usageEndpoints = {
  listUsage: endpoint({
    route: 'GET /v1/companies/usage',
    access: 'super',
    summary: 'What each company uses, 20 a page, sorted as asked; searched by name.',
    query: z.object({ ...c.page, sort: z.enum(usageSorts).default('name'), order: z.enum(['asc', 'desc']).default('asc') }),
    answer: z.object({ companies: z.array(companyUsage), count: z.number(), hasMore: z.boolean() }),
  }),
  showUsage: endpoint({
    route: 'GET /v1/companies/:companyId/usage',
    access: 'user',
    summary: 'What the caller’s own company uses; any company for super users.',
    params: companyId,
    answer: companyUsage,
    whenExpired: true,
  }),
};
