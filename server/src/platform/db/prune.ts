import type { PlatformCtx, PlatformTx } from '../context.ts';
import { platformTransaction } from './transaction.ts';

const atOnce = 10_000;
/** The next run goes on. */
const longestMs = 50_000;

/**
 * Deletes what is too old, as much as there is: in transactions of their own, until one found less than its limit. `deleteSome` answers how
 * many rows it deleted.
 */
export async function prune(
  ctx: PlatformCtx,
  deleteSome: (tx: PlatformTx, limit: number) => Promise<number>,
  limit: number = atOnce,
): Promise<void> {
  const until = performance.now() + longestMs;
  while ((await platformTransaction(ctx, (tx) => deleteSome(tx, limit))) >= limit) {
    if (performance.now() > until || ctx.stopping?.aborted) return;
  }
}
