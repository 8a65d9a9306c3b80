import type { CompanyView, CompanyWithPlan, companyEndpoints } from '@balcao/contract/companies';
import type { Answer } from '@balcao/contract/endpoint';
import type { Verdict } from '@balcao/contract/errors';
import { subscriptionDay } from '@balcao/contract/plan-rules';
import type { PlanView } from '@balcao/contract/plans';
import { asSystem, type Ctx, mintCompanyId, type Reader, type Tx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { getPlan } from '../plans/reads.ts';
import { openSettings } from '../settings/reads.ts';
import { mayLookAt } from './access.ts';
import { standingOf } from './rules.ts';
import { type CompanyRow, findCompanyRow } from './store.ts';
import { companyView } from './view.ts';

/** The caller's company, or for operators any; ERR_NO_COMPANY_FOUND otherwise. */
export function showCompany(ctx: Ctx, companyId: number): Promise<CompanyView> {
  return lookingAt(ctx, companyId, ownCompany);
}

/** The same company with what its plan allows. ERR_NO_PLAN_FOUND when it has none. */
export function showCompanyPlan(ctx: Ctx, companyId: number): Promise<Answer<typeof companyEndpoints.showCompanyPlan>> {
  return lookingAt(ctx, companyId, async (ctx) => {
    const row = await getCompanyRow(ctx);
    const { id, name, email, status, dueDate, createdAt, phone } = companyView(row, []);
    return { id, name, email, status, dueDate, createdAt, phone, plan: await getPlan(ctx, row.plan_id) };
  });
}

/** The company one is in, with the settings all of it may know. */
export async function ownCompany(ctx: Reader | Tx): Promise<CompanyView> {
  return companyView(await getCompanyRow(ctx), await openSettings(ctx));
}

/** When the company one is in is open. */
export async function hoursOfCompany(ctx: Reader | Tx): Promise<Pick<CompanyView, 'schedules' | 'holidays'>> {
  return companyView(await getCompanyRow(ctx), []);
}

/** The same with its plan. */
export async function ownCompanyWithPlan(ctx: Reader | Tx): Promise<CompanyWithPlan> {
  const company = await ownCompany(ctx);
  return { ...company, plan: company.planId === null ? null : await getPlan(ctx, company.planId) };
}

/** May this company work now? Refused with ERR_COMPANY_INACTIVE or ERR_SUBSCRIPTION_EXPIRED (details: dueDate). */
export function currentStanding(company: { status: boolean; dueDate: string | null }, now: Date): Verdict<null> {
  return standingOf(company, subscriptionDay(now));
}

/** The plan of the company one is in. ERR_NO_PLAN_FOUND when it has none. */
export async function planOf(ctx: Reader | Tx): Promise<PlanView> {
  return getPlan(ctx, (await getCompanyRow(ctx)).plan_id);
}

async function lookingAt<T>(ctx: Ctx, companyId: number, look: (ctx: Reader) => Promise<T>): Promise<T> {
  return reading(insideOf(ctx, companyId), look);
}

/** The caller inside this company. Refuses with ERR_NO_COMPANY_FOUND unless it is his, or he is an operator. */
export function insideOf(ctx: Ctx, companyId: number): Ctx {
  if (!mayLookAt(ctx.actor, ctx.companyId, companyId)) throw new AppError('ERR_NO_COMPANY_FOUND');
  // Only operators come here with another company's id; row-level security then shows just that one.
  return companyId === ctx.companyId ? ctx : asSystem(ctx, mintCompanyId(companyId));
}

async function getCompanyRow(ctx: Reader | Tx): Promise<CompanyRow> {
  const row = await findCompanyRow(ctx);
  if (!row) throw new AppError('ERR_NO_COMPANY_FOUND');
  return row;
}
