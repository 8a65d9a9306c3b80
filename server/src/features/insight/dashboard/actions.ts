// Figures of days are kept, so that a long period takes no longer where there is more to count in it.
import { addDays, type Period } from '@balcao/contract/dashboard-rules';
import { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { defineJob } from '../../../platform/jobs/define.ts';
import { settingOf } from '../../company/settings/reads.ts';
import { kinds } from './store/figures.ts';
import { forgetOtherZones, keepFigures, lockFigures } from './store/kept.ts';

/** Counting this many days is a bounded piece of work, however much was finished in them. */
const daysAtOnce = 5;

export const keepJob = defineJob({
  name: 'dashboard.keep',
  lane: 'bulk',
  payload: z.object({ from: z.string(), until: z.string() }),
  mayBeCutOff: true,
  run: keepDays,
});

/** Has the figures of a period kept, soon. */
export async function keepLater(ctx: Ctx, { from, until }: Period): Promise<void> {
  await transaction(ctx, (tx) => tx.enqueue(keepJob, { from, until }, { key: 'days' }));
}

/**
 * Keeps the figures of some days of which nothing true is kept, and goes on with those before them in another job. Those after them are not
 * looked at again, or it would never end where days change while it runs.
 */
export async function keepDays(ctx: Ctx, period: Period): Promise<void> {
  await transaction(ctx, async (tx) => {
    const span = { ...period, timeZone: await settingOf(tx, 'timeZone') };
    await lockFigures(tx);
    await forgetOtherZones(tx, span.timeZone);
    let first = period.from;
    for (const kind of kinds) {
      const reached = await keepFigures(tx, span, kind, daysAtOnce);
      if (reached && reached > first) first = reached;
    }
    if (first > period.from) await tx.enqueue(keepJob, { ...period, until: addDays(first, -1) }, { key: 'days' });
  });
}
