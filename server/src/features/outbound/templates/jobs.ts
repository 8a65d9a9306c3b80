import { asSystem, mintCompanyId, type PlatformCtx } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { defineCron } from '../../../platform/jobs/define.ts';
import { syncIfCloud, syncTemplatesJob } from './actions/sync-templates.ts';
import { dueForSync } from './store.ts';

const everyMs = 6 * 3_600_000;
const atOnce = 500;

/** Webhooks may be lost, or never set up, so the lists are compared several times a day. */
const keepInStep = defineCron({
  name: 'templates.keepInStep',
  cron: '23 * * * *',
  async run(ctx: PlatformCtx) {
    const before = new Date(ctx.now().getTime() - everyMs);
    const due = await platformTransaction(ctx, (tx) => dueForSync(tx, before, atOnce));
    for (const { company_id, connection_id } of due) await syncIfCloud(asSystem(ctx, mintCompanyId(company_id)), connection_id);
  },
});

export const templateJobs = [syncTemplatesJob, keepInStep];
