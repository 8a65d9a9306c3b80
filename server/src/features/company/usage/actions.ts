import { z } from 'zod';
import { asSystem, mintCompanyId, type PlatformCtx } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { defineJob, type Job } from '../../../platform/jobs/define.ts';
import { monthStart } from './rules.ts';
import { addPiece, beginCount, countPiece, endCount, listUnmeasured, lockMeter, otherBytes } from './store.ts';

/** How many messages one job counts. */
const countedAtOnce = 20_000;

/** Counts what a company has stored, a piece at a time. */
export const measureCompany: Job<Record<string, never>> = defineJob({
  name: 'usage.measure',
  lane: 'bulk',
  payload: z.record(z.string(), z.never()),
  mayBeCutOff: true,
  run: (ctx) =>
    transaction(ctx, async (ctx) => {
      const meter = await lockMeter(ctx);
      if (!meter || meter.counted_to === null) return;
      const piece = await countPiece(ctx, meter.counted_to, monthStart(ctx.now()), countedAtOnce);
      if (piece.last !== null) await addPiece(ctx, { ...piece, last: piece.last });
      if (piece.n < countedAtOnce) await endCount(ctx, await otherBytes(ctx), ctx.now());
      else await ctx.enqueue(measureCompany, {}, { key: keyOf(ctx.companyId) });
    }),
});

const measuredEveryMs = 6 * 60 * 60_000;
const companiesAtOnce = 200;

/** Begins to count again for companies whose count is old. */
export async function measureCompanies(ctx: PlatformCtx): Promise<void> {
  const before = new Date(ctx.now().getTime() - measuredEveryMs);
  const ids = await platformTransaction(ctx, (ctx) => listUnmeasured(ctx, before, companiesAtOnce));
  for (const id of ids)
    await transaction(asSystem(ctx, mintCompanyId(id)), async (ctx) => {
      await beginCount(ctx, ctx.now());
      await ctx.enqueue(measureCompany, {}, { key: keyOf(id) });
    });
}

function keyOf(companyId: number): string {
  return `usage.measure:${companyId}`;
}
