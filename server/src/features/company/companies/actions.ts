import type { CompanyView } from '@balcao/contract/companies';
import { companyChanged } from '../../../events/companies.ts';
import { type CompanyId, type Ctx, mintCompanyId, type PlatformTx, type Tx } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { must } from '../../../platform/errors.ts';
import { audit } from '../system/actions.ts';
import { enterCompany, ownCompany, planOf } from './reads.ts';
import { type Limited, roomFor, trialEnd } from './rules.ts';
import { countOf, insertCompany, lockCompany, saveCompany } from './store.ts';

/**
 * Refuses with ERR_PLAN_USERS_LIMIT, ERR_PLAN_CONNECTIONS_LIMIT or ERR_PLAN_QUEUES_LIMIT (details: limit) if the plan has no room for one
 * more. Locks the company's row before counting, so that of two concurrent creations the second sees the first.
 */
export async function assertWithinPlan(ctx: Tx, what: Limited): Promise<void> {
  await lockCompany(ctx);
  must(roomFor(await planOf(ctx), what, await countOf(ctx, what)));
}

/** Sets the hours, and the holidays if given, of the caller's company; operators may set those of any. ERR_NO_COMPANY_FOUND. */
export function updateSchedules(
  ctx: Ctx,
  companyId: number,
  { schedules, holidays }: { schedules: CompanyView['schedules']; holidays?: CompanyView['holidays'] | undefined },
): Promise<CompanyView> {
  return transaction(enterCompany(ctx, companyId), async (ctx) => {
    const json = { schedules: JSON.stringify(schedules), holidays: holidays && JSON.stringify(holidays) };
    await saveCompany(ctx, { ...json, updated_at: ctx.now() });
    const company = await ownCompany(ctx);
    await audit(ctx, { verb: 'company.schedulesChanged', subject: String(companyId), details: { schedules, holidays } });
    await ctx.publish(companyChanged, { company });
    return company;
  });
}

export type NewCompanyTerms = { status: boolean; dueDate: string | null; trialExpiration: string | null; recurrence: string };

/** The terms of a company that signs up by itself: a trial of a few days. */
export function trialTerms(now: Date): NewCompanyTerms {
  const lastDay = trialEnd(now);
  return { status: true, dueDate: lastDay, trialExpiration: lastDay, recurrence: 'MENSAL' };
}

/** Adds a company, without settings and users, and returns its id. Violates the key `companies_name` if the name is taken. */
export async function addCompany(
  ctx: PlatformTx,
  who: { name: string; email: string; phone: string | null; planId: number },
  terms: NewCompanyTerms,
): Promise<CompanyId> {
  const { name, email, phone, planId } = who;
  const { status, dueDate, trialExpiration, recurrence } = terms;
  const row = { name, email, phone, plan_id: planId, status, due_date: dueDate, trial_expiration: trialExpiration, recurrence };
  return mintCompanyId(await insertCompany(ctx, row, ctx.now()));
}
