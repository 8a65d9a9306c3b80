import { prune } from '../../../platform/db/prune.ts';
import { defineCron } from '../../../platform/jobs/define.ts';
import { sendMailJob, sweepMails } from './actions.ts';
import { keptMs } from './rules.ts';
import { pruneMails } from './store.ts';

const sweep = defineCron({ name: 'mails.sweep', cron: '* * * * *', run: sweepMails });

const pruneOld = defineCron({
  name: 'mails.prune',
  cron: '37 3 * * *',
  run: (ctx) => prune(ctx, (tx, limit) => pruneMails(tx, new Date(ctx.now().getTime() - keptMs), limit)),
});

export const mailJobs = [sendMailJob, sweep, pruneOld];
