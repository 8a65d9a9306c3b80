import { platformTransaction } from '../../../platform/db/transaction.ts';
import { defineCron } from '../../../platform/jobs/define.ts';
import { forgetRatings } from './store/save.ts';

/** Once a minute: a rating that did not come is not waited for any more. */
const endRatingWaits = defineCron({
  name: 'tickets.endRatingWaits',
  cron: '* * * * *',
  run: (ctx) => platformTransaction(ctx, (tx) => forgetRatings(tx, ctx.now(), 1_000)),
});

export const ticketJobs = [endRatingWaits];
