import { asSystem, mintCompanyId, type PlatformCtx } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { defineCron, defineSweep } from '../../../platform/jobs/define.ts';
import { recount } from './actions/gaps.ts';
import { gapsToCount, pruneGaps } from './store.ts';

const gapsAtOnce = 500;
const gapsKeptMs = 365 * 86_400_000;

/** Every minute: counts messages that still come in for recent gaps. */
const countGaps = defineSweep({
  name: 'connectionHealth.countGaps',
  due: (tx) => [gapsToCount(tx, 1)],
  async run(ctx: PlatformCtx) {
    const gaps = await platformTransaction(ctx, (tx) => gapsToCount(tx, gapsAtOnce));
    for (const { company_id, connection_id, id } of gaps) await recount(asSystem(ctx, mintCompanyId(company_id)), connection_id, id);
  },
});

const prune = defineCron({
  name: 'connectionHealth.prune',
  cron: '51 3 * * *',
  run: (ctx) => platformTransaction(ctx, (tx) => pruneGaps(tx, new Date(ctx.now().getTime() - gapsKeptMs))),
});

export const connectionHealthJobs = [countGaps, prune];
