import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { defineSweep } from '../../../platform/jobs/define.ts';
import { answerGivenJob } from './actions/answer-given.ts';
import { handleIdleTicket } from './actions/idle.ts';
import { sayTransferredJob } from './actions/say-moved.ts';
import { overdueWithoutQueue, silentTickets } from './store/idle.ts';

/** Tickets of each kind per minute; the rest are still due in the next. */
const atOnce = 500;

/** Every minute: transfers tickets that waited too long, and closes silent ones. */
const endIdle = defineSweep({
  name: 'chatbot.endIdle',
  due: (tx, ctx) => [overdueWithoutQueue(tx, ctx.now(), 1), silentTickets(tx, ctx.now(), 1)],
  async run(ctx) {
    const now = ctx.now();
    const due = await platformTransaction(ctx, async (tx) => [
      ...(await overdueWithoutQueue(tx, now, atOnce)),
      ...(await silentTickets(tx, now, atOnce)),
    ]);
    for (const { company_id, id } of due) {
      // One failure must not block the rest.
      await handleIdleTicket(asSystem(ctx, mintCompanyId(company_id)), id).catch((error) =>
        ctx.log.error({ err: error, companyId: company_id, ticketId: id }, 'idle ticket stays as it is'),
      );
    }
  },
});

export const chatbotJobs = [endIdle, sayTransferredJob, answerGivenJob];
