import { prune } from '../../../platform/db/prune.ts';
import { defineCron } from '../../../platform/jobs/define.ts';
import { talkJob } from './actions/talk-job.ts';
import { pruneDeliveries } from './store/deliveries.ts';

/** What was sent to integrations is personal, and of use only while somebody looks for a fault. */
const keptMs = 7 * 86_400_000;

const pruneLog = defineCron({
  name: 'integrations.pruneLog',
  cron: '47 3 * * *',
  run: (ctx) => prune(ctx, (tx, limit) => pruneDeliveries(tx, new Date(ctx.now().getTime() - keptMs), limit)),
});

export const integrationJobs = [talkJob, pruneLog];
