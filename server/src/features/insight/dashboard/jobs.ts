import { prune } from '../../../platform/db/prune.ts';
import { defineCron } from '../../../platform/jobs/define.ts';
import { keepJob } from './actions.ts';
import { forgetChanges } from './store/kept.ts';

const rememberedSeconds = 3600;

/** What nobody has asked about since it changed is counted again when somebody does. */
const forgetUntrue = defineCron({
  name: 'dashboard.forgetUntrue',
  cron: '13 * * * *',
  run: (ctx) => prune(ctx, (tx, limit) => forgetChanges(tx, rememberedSeconds, limit)),
});

export const dashboardJobs = [keepJob, forgetUntrue];
