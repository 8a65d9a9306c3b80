import { platformTransaction } from '../../../platform/db/transaction.ts';
import { defineCron } from '../../../platform/jobs/define.ts';
import { wakeJob } from './actions/snooze.ts';
import { forgetRatings } from './store/save.ts';

/** Once a minute: ends the waits for ratings that did not come. */
const endRatingWaits = defineCron({
  name: 'tickets.endRatingWaits',
  cron: '* * * * *',
  run: (ctx) => platformTransaction(ctx, (tx) => forgetRatings(tx, ctx.now(), 1_000)),
});

export const ticketJobs = [endRatingWaits, wakeJob];
