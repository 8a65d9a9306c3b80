import type { PlanView } from '@balcao/contract/plans';
import { planChanged, planCreated, planDeleted } from '../../../events/plans.ts';
import type { Base, PlatformTx } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { AppError, refusingDuplicates } from '../../../platform/errors.ts';
import { firstPlan } from './rules.ts';
import { findPlanIdByName, insertPlan, isPlanUsed, type PlanFields, removePlan, savePlan } from './store.ts';
import { planView } from './view.ts';

const taken = { plans_name: 'ERR_PLAN_NAME_ALREADY_EXISTS' } as const;

/** Creates the plan of a new installation if it does not exist, and returns its id. */
export async function ensureFirstPlan({ db }: PlatformTx): Promise<number> {
  return (await findPlanIdByName(db, firstPlan.name)) ?? (await insertPlan(db, firstPlan)).id;
}

/** Adds a plan. ERR_PLAN_NAME_ALREADY_EXISTS. */
export function createPlan(ctx: Base, fields: PlanFields & { name: string }): Promise<PlanView> {
  return refusingDuplicates(taken, () =>
    platformTransaction(ctx, async (ctx) => {
      const plan = planView(await insertPlan(ctx.db, fields));
      ctx.publish(planCreated, { plan });
      return plan;
    }),
  );
}

/**
 * Changes the given fields. What its companies have above new limits stays. ERR_NO_PLAN_FOUND, ERR_PLAN_NAME_ALREADY_EXISTS.
 */
export function updatePlan(ctx: Base, id: number, fields: PlanFields): Promise<PlanView> {
  return refusingDuplicates(taken, () =>
    platformTransaction(ctx, async (ctx) => {
      const row = await savePlan(ctx.db, id, fields, ctx.now());
      if (!row) throw new AppError('ERR_NO_PLAN_FOUND');
      const plan = planView(row);
      ctx.publish(planChanged, { plan });
      return plan;
    }),
  );
}

/** Removes a plan. ERR_NO_PLAN_FOUND; ERR_PLAN_IN_USE while a company has it. */
export function deletePlan(ctx: Base, id: number): Promise<void> {
  return refusingDuplicates({ companies_plan_id_fkey: 'ERR_PLAN_IN_USE' }, () =>
    platformTransaction(ctx, async (ctx) => {
      if (await isPlanUsed(ctx.db, id)) throw new AppError('ERR_PLAN_IN_USE');
      if (!(await removePlan(ctx.db, id))) throw new AppError('ERR_NO_PLAN_FOUND');
      ctx.publish(planDeleted, { planId: id });
    }),
  );
}
