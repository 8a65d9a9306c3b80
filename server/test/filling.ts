import { sql } from 'kysely';
import type { Ctx, Tx } from '../src/platform/context.ts';
import { transaction } from '../src/platform/db/transaction.ts';

/** A transaction that fills tables with thousands of rows: on a busy machine its statements may take longer than the product's may. */
export function filling<T>(ctx: Ctx, fill: (ctx: Tx) => Promise<T>): Promise<T> {
  return transaction(ctx, async (ctx) => {
    await sql`set local statement_timeout = 0`.execute(ctx.db);
    return fill(ctx);
  });
}
