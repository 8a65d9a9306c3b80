import { firingDays } from '@balcao/contract/automation-rules';
import { mintCompanyId } from '../../../platform/context.ts';
import { prune } from '../../../platform/db/prune.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { defineCron, defineSweep } from '../../../platform/jobs/define.ts';
import { windowHoursOf } from '../../desk/tickets/reads.ts';
import { fireJob } from './actions/fire.ts';
import { type Due, waitingLong, windowClosing } from './store/automations.ts';
import { pruneFirings } from './store/firings.ts';

/** Tickets of each kind per minute; the rest are still due in the next. */
const atOnce = 500;
const dayMs = 86_400_000;

/** Every minute: what has waited long enough, and windows that close soon. */
const watchClock = defineSweep({
  name: 'automations.watchClock',
  due: (tx, ctx) => [waitingLong(tx, ctx.now(), 1), windowClosing(tx, ctx.now(), windowHoursOf('whatsapp_cloud') ?? 0, 1)],
  run: (ctx) =>
    platformTransaction(ctx, async (tx) => {
      const now = ctx.now();
      const enqueue = async (event: 'waitingLong' | 'windowClosing', due: readonly Due[]) => {
        for (const { company_id, automation_id: automationId, ticket_id: ticketId, fact_key: key } of due) {
          const happened = { event, key, depth: 0, ticketId, automationId, messageId: null, rating: null, tagIds: null, was: null };
          await tx.enqueueFor(mintCompanyId(company_id), fireJob, happened, { key: `${automationId}:${key}` });
        }
      };
      await enqueue('waitingLong', await waitingLong(tx, now, atOnce));
      await enqueue('windowClosing', await windowClosing(tx, now, windowHoursOf('whatsapp_cloud') ?? 0, atOnce));
    }),
});

/** The log is kept for a month. */
const keepLog = defineCron({
  name: 'automations.keepLog',
  cron: '23 * * * *',
  run: (ctx) => prune(ctx, (tx, limit) => pruneFirings(tx, new Date(ctx.now().getTime() - firingDays * dayMs), limit)),
});

export const automationJobs = [fireJob, watchClock, keepLog];
