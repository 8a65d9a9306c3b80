import type { CompanyView, CompanyWithPlan, companyEndpoints, ListedCompany } from '@balcao/contract/companies';
import type { Answer } from '@balcao/contract/endpoint';
import type { Verdict } from '@balcao/contract/errors';
import { subscriptionDay } from '@balcao/contract/plan-rules';
import type { PlanView } from '@balcao/contract/plans';
import { type Subscribed, type SubscriptionState, subscriptionState } from '@balcao/contract/subscription-rules';
import { type Base, type Ctx, mintCompanyId, type Reader, type Tx } from '../../../platform/context.ts';
import { keptOf } from '../../../platform/db/kept.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { platformTransaction, reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { getPlan } from '../plans/reads.ts';
import { openSettings, openSettingsOf } from '../settings/reads.ts';
import { mayLookAt } from './access.ts';
import { isReadOnly, standingOf } from './rules.ts';
import { type CompanyRow, countCompanyRows, findCompanyRow, findKeptRow, findListedRow, findListeners, listCompanyRows } from './store.ts';
import { companyView, listedView } from './view.ts';

/** The caller's company; operators may see any. ERR_NO_COMPANY_FOUND otherwise. */
export function showCompany(ctx: Ctx, companyId: number): Promise<CompanyView> {
  return readingCompany(ctx, companyId, ownCompany);
}

/** The same company with its plan. ERR_NO_PLAN_FOUND if it has none. */
export function showCompanyPlan(ctx: Ctx, companyId: number): Promise<Answer<typeof companyEndpoints.showCompanyPlan>> {
  return readingCompany(ctx, companyId, async (ctx) => {
    const row = await getCompanyRow(ctx);
    const { id, name, email, status, dueDate, createdAt, phone } = companyView(row, []);
    return { id, name, email, status, dueDate, createdAt, phone, plan: await getPlan(ctx, row.plan_id) };
  });
}

/** One page of all companies, by name. */
export function listCompanies(
  ctx: Base,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<Answer<typeof companyEndpoints.listCompanies>> {
  return platformTransaction(ctx, async (ctx) => {
    const { rows, ...page } = await pageOf(
      pageNumber,
      (limit, offset) => listCompanyRows(ctx, searchParam, limit, offset),
      () => countCompanyRows(ctx, searchParam),
    );
    const settings = await openSettingsOf(
      ctx,
      rows.map(({ id }) => id),
    );
    return { companies: rows.map((row) => listedView(row, settings(row.id))), ...page };
  });
}

const listMax = 1000;

/** All companies by name. */
export function listAllCompanies(ctx: Base): Promise<ListedCompany[]> {
  return platformTransaction(ctx, async (ctx) => {
    const rows = await listCompanyRows(ctx, '', listMax, 0);
    const settings = await openSettingsOf(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => listedView(row, settings(row.id)));
  });
}

/** The caller's company as operators see it. */
export async function ownListed(ctx: Reader | Tx): Promise<ListedCompany> {
  const row = await findListedRow(ctx);
  if (!row) throw new AppError('ERR_NO_COMPANY_FOUND');
  return listedView(row, await openSettings(ctx));
}

/** The caller's company, with the settings that all its users may know. */
export async function ownCompany(ctx: Reader | Tx): Promise<CompanyView> {
  return companyView(await getCompanyRow(ctx), await openSettings(ctx));
}

/** The opening hours of the caller's company. */
export async function hoursOfCompany(ctx: Reader | Tx): Promise<Pick<CompanyView, 'schedules' | 'holidays'>> {
  return companyView(await getCompanyRow(ctx), []);
}

/** The caller's company with its plan. */
export async function ownCompanyWithPlan(ctx: Reader | Tx): Promise<CompanyWithPlan> {
  const company = await ownCompany(ctx);
  return { ...company, plan: company.planId === null ? null : await getPlan(ctx, company.planId) };
}

/** May this company work now? Refused with ERR_COMPANY_INACTIVE or ERR_SUBSCRIPTION_EXPIRED (details: dueDate; readOnlyUntil in the days of grace). */
export function currentStanding(company: Subscribed, now: Date): Verdict<null> {
  return standingOf(company, subscriptionDay(now));
}

/** May its people still look at everything, although the subscription has ended? */
export function isReadOnlyNow(company: Subscribed, now: Date): boolean {
  return isReadOnly(company, subscriptionDay(now));
}

type KeptCompany = Subscribed & Pick<CompanyView, 'schedules' | 'holidays'> & { plan: PlanView | null };

/** Standing, hours and plan of the caller's company; switched off if it is removed. Kept in memory. */
export const keptCompany = keptOf(async (ctx): Promise<KeptCompany> => {
  const row = await findKeptRow(ctx);
  if (!row) return { status: false, dueDate: null, graceDays: 0, schedules: [], holidays: [], plan: null };
  return {
    status: row.status,
    dueDate: row.due_date,
    graceDays: row.grace_days,
    schedules: row.schedules as CompanyView['schedules'],
    holidays: row.holidays as CompanyView['holidays'],
    plan: row.plan_id === null ? null : await getPlan(ctx, row.plan_id),
  };
});

/** How the caller's company stands; `inactive` if it is removed. */
export async function keptState(ctx: Reader | Tx): Promise<SubscriptionState> {
  return subscriptionState(await keptCompany(ctx), subscriptionDay(ctx.now()));
}

/** May the caller's company act without a person now, as by bots and jobs? */
export async function mayWork(ctx: Reader | Tx): Promise<boolean> {
  return (await keptState(ctx)) === 'active';
}

/** What of the caller's company wants to know what happens in it: queues that assign, the events of automations. Kept in memory. */
export const keptListeners = keptOf(findListeners);

/** The plan of the caller's company. ERR_NO_PLAN_FOUND if it has none. */
export async function planOf(ctx: Reader | Tx): Promise<PlanView> {
  return getPlan(ctx, (await getCompanyRow(ctx)).plan_id);
}

async function readingCompany<T>(ctx: Ctx, companyId: number, read: (ctx: Reader) => Promise<T>): Promise<T> {
  return reading(enterCompany(ctx, companyId), read);
}

/** The context to act in this company. ERR_NO_COMPANY_FOUND unless it is the caller's own or the caller is an operator. */
export function enterCompany(ctx: Ctx, companyId: number): Ctx {
  const { actor } = ctx;
  if (!mayLookAt(actor, ctx.companyId, companyId)) throw new AppError('ERR_NO_COMPANY_FOUND');
  if (companyId === ctx.companyId || actor.kind === 'system') return ctx;
  // Only operators get here with another company's id; row-level security then shows just that company.
  return {
    ...ctx,
    companyId: mintCompanyId(companyId),
    actor: { kind: 'system', operator: { id: actor.id, name: actor.name }, ip: actor.ip },
  };
}

async function getCompanyRow(ctx: Reader | Tx): Promise<CompanyRow> {
  const row = await findCompanyRow(ctx);
  if (!row) throw new AppError('ERR_NO_COMPANY_FOUND');
  return row;
}
