import type { Answer } from '@balcao/contract/endpoint';
import type { PlanView, planEndpoints } from '@balcao/contract/plans';
import type { Base, PlatformCtx, PlatformTx, Reader, Tx } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { countPlans, findPlanRow, listPlanPage, listPlanRows } from './store.ts';
import { planView } from './view.ts';

/** Every plan by name. Plans belong to no company. */
export async function listPlans({ db }: PlatformCtx): Promise<PlanView[]> {
  return (await listPlanRows(db)).map(planView);
}

/** Throws ERR_NO_PLAN_FOUND. */
export async function getPlan({ db }: PlatformTx | Reader | Tx, planId: number | null): Promise<PlanView> {
  const row = planId === null ? null : await findPlanRow(db, planId);
  if (!row) throw new AppError('ERR_NO_PLAN_FOUND');
  return planView(row);
}

/** One page, by name. */
export function pagePlans(ctx: Base, query: { searchParam: string; pageNumber: number }): Promise<Answer<typeof planEndpoints.listPlans>> {
  return platformTransaction(ctx, async ({ db }) => {
    const { rows, ...page } = await pageOf(
      query.pageNumber,
      (limit, offset) => listPlanPage(db, query.searchParam, limit, offset),
      () => countPlans(db, query.searchParam),
    );
    return { plans: rows.map(planView), ...page };
  });
}

/** One plan. ERR_NO_PLAN_FOUND. */
export function showPlan(ctx: Base, planId: number): Promise<PlanView> {
  return platformTransaction(ctx, (ctx) => getPlan(ctx, planId));
}
