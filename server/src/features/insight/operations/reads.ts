import type { AuditVerb } from '@balcao/contract/audit-rules';
import type { Answer } from '@balcao/contract/endpoint';
import type { HealthView, operationsEndpoints } from '@balcao/contract/operations';
import { pageSize } from '@balcao/contract/page-rules';
import type { Base, Outside } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { showVersion } from '../../company/system/reads.ts';
import { auditPeriod } from './rules.ts';
import { countConnections, countJobs, findFigures, listAuditRows, listFailedJobs } from './store.ts';
import { auditView, failedJobView, jobsView } from './view.ts';

const failedMax = 20;

/** How the installation is doing. */
export function showHealth(ctx: Outside): Promise<HealthView> {
  const sending = ctx.gateways.mail !== null;
  return platformTransaction(ctx, async (ctx) => {
    const figures = await findFigures(ctx, ctx.now());
    const { bytes, version, connections, migration, wanted, held, processes } = figures;
    return {
      ...showVersion(),
      node: process.version,
      upSeconds: Math.round(process.uptime()),
      database: { version, bytes, connections, migration },
      jobs: jobsView(await countJobs(ctx)),
      failedJobs: { count: figures.failed_jobs, latest: (await listFailedJobs(ctx, failedMax)).map(failedJobView) },
      failedEvents: figures.failed_events,
      phones: { wanted, held, processes, connections: await countConnections(ctx) },
      mails: { sending, waiting: figures.mails_waiting, failed: figures.mails_failed },
    };
  });
}

export type AuditQuery = {
  verb?: AuditVerb | undefined;
  companyId?: number | undefined;
  searchParam: string;
  from?: string | undefined;
  to?: string | undefined;
};

/** One page of the audit log, newest first. */
export function listAudit(
  ctx: Base,
  query: AuditQuery & { before?: number | undefined },
): Promise<Answer<typeof operationsEndpoints.listAudit>> {
  return platformTransaction(ctx, async (ctx) => {
    const rows = await listAuditRows(ctx, auditFilter(query, ctx.now()), query.before ?? null, pageSize.rest + 1);
    return { entries: rows.slice(0, pageSize.rest).map(auditView), hasMore: rows.length > pageSize.rest };
  });
}

/** What a query looks for. */
export function auditFilter({ verb, companyId, searchParam, from, to }: AuditQuery, now: Date) {
  return { verb: verb ?? null, companyId: companyId ?? null, search: searchParam, ...auditPeriod({ from, to }, now) };
}
