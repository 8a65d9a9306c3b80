import { prune } from '../../../platform/db/prune.ts';
import { defineCron, defineSweep } from '../../../platform/jobs/define.ts';
import { sendMailJob, sweepMails } from './actions.ts';
import { keptMs } from './rules.ts';
import { listDueMails, listExpired, pruneMails } from './store.ts';

const sweep = defineSweep({
  name: 'mails.sweep',
  due: (tx, ctx) => [listExpired(tx, ctx.now(), 1), ...(ctx.gateways.mail ? [listDueMails(tx, ctx.now(), 1)] : [])],
  run: sweepMails,
});

const pruneOld = defineCron({
  name: 'mails.prune',
  cron: '37 3 * * *',
  run: (ctx) => prune(ctx, (tx, limit) => pruneMails(tx, new Date(ctx.now().getTime() - keptMs), limit)),
});

export const mailJobs = [sendMailJob, sweep, pruneOld];
