import { prune } from '../../../platform/db/prune.ts';
import { defineCron } from '../../../platform/jobs/define.ts';
import { removeFilesJob } from './actions.ts';
import { pruneAudit } from './store/audit.ts';

const auditKeptMs = 2 * 365 * 86_400_000;

const pruneAuditLog = defineCron({
  name: 'system.pruneAudit',
  cron: '23 3 * * *',
  run: (ctx) => prune(ctx, (tx, limit) => pruneAudit(tx, new Date(ctx.now().getTime() - auditKeptMs), limit)),
});

export const systemJobs = [pruneAuditLog, removeFilesJob];
