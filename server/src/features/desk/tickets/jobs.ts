import { platformTransaction } from '../../../platform/db/transaction.ts';
import { defineSweep } from '../../../platform/jobs/define.ts';
import { wakeJob } from './actions/snooze.ts';
import { endedRatingWaits, forgetRatings } from './store/save.ts';

/** Once a minute: ends the waits for ratings that did not come. */
const endRatingWaits = defineSweep({
  name: 'tickets.endRatingWaits',
  due: (tx, ctx) => [endedRatingWaits(tx, ctx.now(), 1)],
  run: (ctx) => platformTransaction(ctx, (tx) => forgetRatings(tx, ctx.now(), 1_000)),
});

export const ticketJobs = [endRatingWaits, wakeJob];
