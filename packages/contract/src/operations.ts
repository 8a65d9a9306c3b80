import { z } from 'zod';
import { auditVerbs } from './audit-rules.ts';
import * as c from './common.ts';
import { connectionStatuses } from './connection-rules.ts';
import { endpoint } from './endpoint.ts';

export const jobLanes = ['sending', 'reactions', 'media', 'bulk', 'mail', 'notices', 'outside'] as const;

/** How the installation is doing. Times in seconds. */
export const healthView = z.object({
  version: z.string(),
  node: z.string(),
  /** How long the process that answers has been running. */
  upSeconds: z.number(),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    connections: z.number(),
    /** Of the schema, the latest. */
    migration: z.string(),
  }),
  /** A line for each kind of job; `cron`: work by the clock. */
  jobs: z.array(
    z.object({
      lane: z.string(),
      /** Due, and not begun. */
      due: z.number(),
      /** For later, or to be tried again. */
      later: z.number(),
      running: z.number(),
      /** For how long the oldest one that is due has been waiting. */
      oldestSeconds: z.number().nullable(),
    }),
  ),
  /** Jobs that have failed for good, the latest first, 20 at most. */
  failedJobs: z.object({
    count: z.number(),
    latest: z.array(z.object({ id: z.string(), task: z.string(), companyId: z.number().nullable(), error: z.string(), at: c.instant })),
  }),
  /** What came in and could not be processed. */
  failedEvents: z.number(),
  phones: z.object({
    /** Linked phones that are to be connected, and those that a process keeps connected. */
    wanted: z.number(),
    held: z.number(),
    /** Processes that keep phones connected. */
    processes: z.number(),
    /** Connections by their status. */
    connections: z.array(z.object({ status: z.enum(connectionStatuses), count: z.number() })),
  }),
  mails: z.object({ sending: z.boolean(), waiting: z.number(), failed: z.number() }),
});
export type HealthView = z.output<typeof healthView>;
c.named.add(healthView, { id: 'Health' });

export const auditView = z.object({
  id: z.number(),
  at: c.instant,
  company: z.object({ id: z.number(), name: z.string() }),
  /** Null: the product itself. */
  actor: z.string().nullable(),
  verb: z.string(),
  subject: z.string().nullable(),
  /** JSON text. */
  details: z.string(),
  ip: z.string().nullable(),
});
export type AuditView = z.output<typeof auditView>;
c.named.add(auditView, { id: 'AuditEntry' });

const found = {
  companyId: c.id.optional(),
  verb: z.enum(auditVerbs).optional(),
  /** In verb, actor, subject or address. */
  searchParam: c.searchParam,
  /** Days, UTC; without them the last 30. At most 366 at once. */
  from: c.day.optional(),
  to: c.day.optional(),
};

export const operationsEndpoints = {
  showHealth: endpoint({
    route: 'GET /v1/operations/health',
    access: 'super',
    summary: 'How the installation is doing: jobs, failures, database, linked phones, mails.',
    answer: healthView,
  }),
  retryFailedJobs: endpoint({
    route: 'POST /v1/operations/failed-jobs/retry',
    access: 'super',
    summary: 'Runs a job again that has failed for good, or without `id` the 1000 that failed last. Noted in the audit log.',
    body: z.object({
      id: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
    }),
    answer: z.object({ count: z.number() }),
  }),
  listAudit: endpoint({
    route: 'GET /v1/operations/audit',
    access: 'super',
    summary: 'The audit log of all companies or of one, newest first, 20 a page.',
    query: z.object({
      ...found,
      /** Older than the entry with this id. */
      before: c.id.optional(),
    }),
    answer: z.object({ entries: z.array(auditView), hasMore: z.boolean() }),
  }),
  exportAudit: endpoint({
    route: 'GET /v1/operations/audit.csv',
    access: 'super',
    summary: 'The same entries as a file for spreadsheets, all of them. Noted in the audit log itself.',
    query: z.object(found),
    download: 'text/csv',
    answer: z.string(),
  }),
};
