import { mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { defineSweep } from '../../../platform/jobs/define.ts';
import { assignJob, freedJob } from './actions/assign.ts';
import { queuesWithWaiting } from './store/turns.ts';

const atOnce = 1_000;

/** Once a minute: looks again where something waits, in case a process did not know yet that the queue assigns. */
const assignWaiting = defineSweep({
  name: 'assignment.assignWaiting',
  due: (tx) => [queuesWithWaiting(tx, 1)],
  run: (ctx) =>
    platformTransaction(ctx, async (tx) => {
      for (const { company_id, id } of await queuesWithWaiting(tx, atOnce))
        await tx.enqueueFor(mintCompanyId(company_id), assignJob, { queueId: id, depth: 0 }, { key: `queue:${id}` });
    }),
});

export const assignmentJobs = [assignJob, freedJob, assignWaiting];
