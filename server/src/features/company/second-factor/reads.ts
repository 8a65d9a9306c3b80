import type { Answer } from '@balcao/contract/endpoint';
import type { secondFactorEndpoints } from '@balcao/contract/second-factor';
import type { Ctx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { hasSecondFactor } from '../users/reads.ts';
import { countRecoveryCodes } from './store.ts';

/** Whether the user signs in with a code too, and how many recovery codes they have left. */
export function showSecondFactor(ctx: Ctx, userId: number): Promise<Answer<typeof secondFactorEndpoints.showSecondFactor>> {
  return reading(ctx, async (ctx) => ({
    on: await hasSecondFactor(ctx, userId),
    recoveryCodesLeft: await countRecoveryCodes(ctx, userId),
  }));
}
