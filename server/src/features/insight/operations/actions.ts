import type { Ctx } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { Download } from '../../../platform/http/download.ts';
import { audit } from '../../company/system/actions.ts';
import { byteOrderMark, csvLine } from '../../desk/imports/reads.ts';
import { type AuditQuery, auditFilter } from './reads.ts';
import { type AuditFilter, listAuditRows, retryFailed } from './store.ts';
import { auditView } from './view.ts';

const rowsAtOnce = 2000;

/** The audit log as a file for spreadsheets, newest first, read while it is sent. Noted in the log of the operator's company. */
export async function exportAudit(ctx: Ctx, query: AuditQuery): Promise<Download> {
  await transaction(ctx, (ctx) => audit(ctx, { verb: 'audit.exported', details: { ...query } }));
  return new Download('auditoria.csv', lines(ctx, auditFilter(query, ctx.now())));
}

const retriedAtOnce = 1000;

/** Runs jobs again that have failed for good: the one with this id, or those that failed last. Noted in the log of the operator's company. */
export function retryFailedJobs(ctx: Ctx, id: string | null): Promise<{ count: number }> {
  return transaction(ctx, async (ctx) => {
    const tasks = await retryFailed(ctx, id, retriedAtOnce);
    const details = { count: tasks.length, tasks: [...new Set(tasks)].sort() };
    if (tasks.length > 0) await audit(ctx, { verb: 'jobs.retried', ...(id && { subject: id }), details });
    return { count: tasks.length };
  });
}

async function* lines(ctx: Ctx, filter: AuditFilter): AsyncGenerator<string, void> {
  yield byteOrderMark + csvLine(['id', 'at', 'companyId', 'company', 'actor', 'verb', 'subject', 'details', 'ip']);
  for (let before: number | null = null; ; ) {
    const rows: Awaited<ReturnType<typeof listAuditRows>> = await platformTransaction(ctx, (ctx) =>
      listAuditRows(ctx, filter, before, rowsAtOnce),
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows
      .map(auditView)
      .map(({ id, at, company, actor, verb, subject, details, ip }) =>
        csvLine([String(id), at, String(company.id), company.name, actor ?? '', verb, subject ?? '', details, ip ?? '']),
      )
      .join('');
    before = last.id;
  }
}
