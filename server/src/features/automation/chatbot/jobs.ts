import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { defineCron } from '../../../platform/jobs/define.ts';
import { endIdleness } from './actions/idle.ts';
import { overdueWithoutQueue, silentTickets } from './store/idle.ts';

/** So many tickets of each kind a minute; the rest are as due in the next one. */
const atOnce = 500;

/** Once a minute: tickets that have waited too long go on, those in which nothing happens any more are closed. */
const endIdle = defineCron({
  name: 'chatbot.endIdle',
  cron: '* * * * *',
  async run(ctx) {
    const now = ctx.now();
    const due = await platformTransaction(ctx, async (tx) => [
      ...(await overdueWithoutQueue(tx, now, atOnce)),
      ...(await silentTickets(tx, now, atOnce)),
    ]);
    for (const { company_id, id } of due) {
      // One that cannot be helped keeps none of the others waiting.
      await endIdleness(asSystem(ctx, mintCompanyId(company_id)), id).catch((error) =>
        ctx.log.error({ err: error, companyId: company_id, ticketId: id }, 'idle ticket stays as it is'),
      );
    }
  },
});

export const chatbotJobs = [endIdle];
