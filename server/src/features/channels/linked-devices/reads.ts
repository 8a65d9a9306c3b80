import type { Ctx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { findOwner } from './store.ts';

/** The process that runs the connection's session now; null if none does. */
export function ownerOfDevice(ctx: Ctx, connectionId: number): Promise<string | null> {
  return reading(ctx, (ctx) => findOwner(ctx, connectionId));
}
