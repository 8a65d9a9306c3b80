import type { PlatformTx } from '../../../platform/context.ts';
import { firstPlan } from './rules.ts';
import { findPlanIdByName, insertPlan } from './store.ts';

/** Creates the plan of a new installation if it does not exist, and returns its id. */
export async function ensureFirstPlan({ db }: PlatformTx): Promise<number> {
  return (await findPlanIdByName(db, firstPlan.name)) ?? insertPlan(db, firstPlan);
}
