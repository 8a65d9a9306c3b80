import type { FirstStepsView } from '@balcao/contract/first-steps';
import type { Ctx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { findFirstSteps } from './store.ts';
import { firstStepsView } from './view.ts';

/** How far the company has come, from what it has by now. */
export function showFirstSteps(ctx: Ctx): Promise<FirstStepsView> {
  return reading(ctx, async (ctx) => firstStepsView(await findFirstSteps(ctx)));
}
