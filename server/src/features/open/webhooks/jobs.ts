import { prune } from '../../../platform/db/prune.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { defineBackgroundService, defineCron } from '../../../platform/jobs/define.ts';
import { keepDelivering } from './actions/keep-delivering.ts';
import { deliveryService, oldBefore } from './rules.ts';
import { giveUpOld, pruneSettled } from './store/lines.ts';

export const webhookDelivery = defineBackgroundService({ name: deliveryService, start: (base) => keepDelivering(base) });

const givenUpAtOnce = 10_000;

/** Gives up what a receiver that is away did not get within a day, and forgets what was settled long ago. */
const keepLog = defineCron({
  name: 'webhooks.keepLog',
  cron: '*/10 * * * *',
  async run(ctx) {
    const before = oldBefore(ctx.now());
    await platformTransaction(ctx, (tx) => giveUpOld(tx, before.waiting, ctx.now(), givenUpAtOnce));
    await prune(ctx, (tx, limit) => pruneSettled(tx, 'delivered', before.delivered, limit));
    await prune(ctx, (tx, limit) => pruneSettled(tx, 'dead', before.dead, limit));
  },
});

export const webhookJobs = [keepLog];
