import { asSystem, mintCompanyId, type PlatformCtx } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { defineSweep } from '../../../platform/jobs/define.ts';
import { followMessage } from './actions/follow.ts';
import { sendDue, sendDueJob } from './actions/send-due.ts';
import { dueEverywhere, settledEverywhere } from './store.ts';

const atOnce = 500;

/** Every minute: sends what fell due while nothing ran, and takes over deliveries that were announced in bulk. */
const sweep = defineSweep({
  name: 'schedules.sweep',
  due: (tx, ctx) => [dueEverywhere(tx, ctx.now(), 1), settledEverywhere(tx, 1)],
  async run(ctx: PlatformCtx) {
    const found = await platformTransaction(ctx, async (tx) => ({
      due: await dueEverywhere(tx, ctx.now(), atOnce),
      settled: await settledEverywhere(tx, atOnce),
    }));
    for (const { company_id, id } of found.due) await sendDue(asSystem(ctx, mintCompanyId(company_id)), id);
    for (const { company_id, message_id } of found.settled) await followMessage(asSystem(ctx, mintCompanyId(company_id)), message_id);
  },
});

export const scheduleJobs = [sendDueJob, sweep];
