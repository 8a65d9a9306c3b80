import { platformTransaction } from '../../../platform/db/transaction.ts';
import { defineBackgroundService, defineCron } from '../../../platform/jobs/define.ts';
import { keepDevices } from './actions/keep.ts';
import { keepService, replaysMax } from './rules.ts';
import { pruneStanzas } from './store.ts';

const day = 86_400_000;

export const keepLinkedDevices = defineBackgroundService({ name: keepService, start: keepDevices });

/** A device that could not read a message asks for it within days, or never. */
const prune = defineCron({
  name: 'linkedDevices.pruneSent',
  cron: '41 * * * *',
  run: (ctx) => {
    const old = { before: new Date(ctx.now().getTime() - 14 * day), replays: replaysMax, limit: 50_000 };
    return platformTransaction(ctx, (tx) => pruneStanzas(tx, old));
  },
});

export const linkedDeviceJobs = [prune];
