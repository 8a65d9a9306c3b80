import { platformTransaction } from '../../../platform/db/transaction.ts';
import { defineCron } from '../../../platform/jobs/define.ts';
import { pruneStatuses } from './store.ts';

const statusesKeptMs = 90 * 86_400_000;
const statusesKeptMax = 500;

const prune = defineCron({
  name: 'connections.pruneStatuses',
  cron: '43 3 * * *',
  run: (ctx) => platformTransaction(ctx, (tx) => pruneStatuses(tx, new Date(ctx.now().getTime() - statusesKeptMs), statusesKeptMax)),
});

export const connectionJobs = [prune];
