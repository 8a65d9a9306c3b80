import type { PlanView } from '@balcao/contract/plans';
import type { PlatformCtx, PlatformTx, Reader, Tx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { findPlanRow, listPlanRows } from './store.ts';
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
