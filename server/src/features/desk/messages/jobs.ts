import { asSystem, mintCompanyId, type PlatformCtx } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { defineCron, defineSweep } from '../../../platform/jobs/define.ts';
import { rejectCallJob } from './actions/in/call.ts';
import { fetchMediaJob } from './actions/in/fetch-media.ts';
import { keepJournalDays } from './actions/in/journal-days.ts';
import { retryEvent, retryEventJob } from './actions/in/receive.ts';
import { deliverJob, deliverSoon, settleLost } from './actions/out/deliver.ts';
import { sendReactionJob } from './actions/thread/change.ts';
import { reportReadJob, watchTypingJob } from './actions/thread/read-thread.ts';
import { dueEvents } from './store/journal.ts';
import { lostSends, overdueOutboxes } from './store/outbox.ts';

const overdueBefore = (now: Date) => new Date(now.getTime() - 30_000);

/** Every minute: picks up whatever a crash left unfinished. */
const sweep = defineSweep({
  name: 'messages.sweep',
  due: (tx, { now }) => [dueEvents(tx, now(), 1), lostSends(tx, now(), 1), overdueOutboxes(tx, overdueBefore(now()), 1)],
  async run(ctx: PlatformCtx) {
    const now = ctx.now();
    const found = await platformTransaction(ctx, async (tx) => ({
      events: await dueEvents(tx, now, 500),
      lost: await lostSends(tx, now, 500),
      overdue: await overdueOutboxes(tx, overdueBefore(now), 500),
    }));
    for (const { company_id, connection_id, key } of found.events)
      await retryEvent(asSystem(ctx, mintCompanyId(company_id)), connection_id, key);
    for (const { company_id, connection_id, id, channel } of found.lost) {
      await settleLost(asSystem(ctx, mintCompanyId(company_id)), id, ctx.gateways.channel(channel), connection_id);
    }
    for (const { company_id, connection_id } of found.overdue) {
      await transaction(asSystem(ctx, mintCompanyId(company_id)), (ctx) => deliverSoon(ctx, connection_id));
    }
  },
});

/** Hourly, though once a day is enough: the next run makes up for one that failed. */
const keepDays = defineCron({ name: 'messages.keepJournalDays', cron: '17 * * * *', run: keepJournalDays });

export const messageJobs = [
  deliverJob,
  fetchMediaJob,
  retryEventJob,
  reportReadJob,
  watchTypingJob,
  sendReactionJob,
  rejectCallJob,
  sweep,
  keepDays,
];
