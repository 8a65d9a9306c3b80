import type { PlatformTx } from '../../../platform/context.ts';
import { firstPlan } from './rules.ts';
import { findPlanIdByName, insertPlan } from './store.ts';

/** The plan a new installation starts with; its id, whether it was there or not. */
export async function ensureFirstPlan({ db }: PlatformTx): Promise<number> {
  return (await findPlanIdByName(db, firstPlan.name)) ?? insertPlan(db, firstPlan);
}
