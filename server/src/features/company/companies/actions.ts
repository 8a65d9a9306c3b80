import type { CompanyView, ListedCompany } from '@balcao/contract/companies';
import { subscriptionDay } from '@balcao/contract/plan-rules';
import type { LimitedThing } from '@balcao/contract/subscription-rules';
import { z } from 'zod';
import { chargesLeft, companyChanged, companyDeleted, companyRanOut } from '../../../events/companies.ts';
import {
  asSystem,
  type CompanyId,
  type Ctx,
  mintCompanyId,
  type PlatformCtx,
  type PlatformTx,
  type Tx,
} from '../../../platform/context.ts';
import { platformTransaction, reading, transaction, withinCompany } from '../../../platform/db/transaction.ts';
import { AppError, must, refusingDuplicates } from '../../../platform/errors.ts';
import { defineJob, type Job } from '../../../platform/jobs/define.ts';
import { dropJobs } from '../../../platform/jobs/queue.ts';
import { noteStandingDay } from '../installation/actions.ts';
import { standingDay } from '../installation/reads.ts';
import { getPlan } from '../plans/reads.ts';
import { setGranted } from '../settings/actions.ts';
import { audit } from '../system/actions.ts';
import { filesOfCompany } from '../system/reads.ts';
import { enterCompany, ownCompany, ownListed, planOf } from './reads.ts';
import { roomFor, trialEnd } from './rules.ts';
import { countOf, eraseCompany, insertCompany, listRanOut, lockCompany, type NewCompany, openCharges, saveCompany } from './store.ts';

/**
 * Refuses with ERR_PLAN_USERS_LIMIT, ERR_PLAN_CONNECTIONS_LIMIT or ERR_PLAN_QUEUES_LIMIT (details: limit) if the plan has no room for one
 * more. Locks the company's row before counting, so that of two concurrent creations the second sees the first.
 */
export async function assertWithinPlan(ctx: Tx, what: LimitedThing): Promise<void> {
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

export type CompanyFields = {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | null | undefined;
  planId?: number | null | undefined;
  status?: boolean | undefined;
  dueDate?: string | null | undefined;
  recurrence?: string | undefined;
  graceDays?: number | undefined;
} & BillingFields;

export type BillingFields = {
  [K in 'billingName' | 'billingDocument' | 'addressZipCode' | 'addressStreet' | 'addressDistrict' | 'addressCity' | 'addressState']?:
    | string
    | null
    | undefined;
} & { addressCountry?: string | undefined };

/**
 * An operator changes the given fields of a company; undefined ones stay. What it has above the limits of a new plan stays. ERR_NO_COMPANY_FOUND,
 * ERR_NO_PLAN_FOUND, ERR_COMPANY_NAME_ALREADY_EXISTS.
 */
export async function updateCompany(
  ctx: Ctx,
  companyId: number,
  { campaignsEnabled, ...fields }: CompanyFields & { campaignsEnabled?: boolean | undefined },
): Promise<ListedCompany> {
  const taken = { companies_name: 'ERR_COMPANY_NAME_ALREADY_EXISTS' } as const;
  return refusingDuplicates(taken, () =>
    transaction(enterCompany(ctx, companyId), async (ctx) => {
      await lockCompany(ctx);
      const before = await ownCompany(ctx);
      if (fields.planId) await getPlan(ctx, fields.planId);
      await saveCompany(ctx, { ...columnsOf(fields), updated_at: ctx.now() });
      if (campaignsEnabled !== undefined) await setGranted(ctx, 'campaignsEnabled', String(campaignsEnabled));
      const company = await ownCompany(ctx);
      await audit(ctx, { verb: 'company.changed', subject: String(companyId), details: changesOf(before, company) });
      await ctx.publish(companyChanged, { company });
      return ownListed(ctx);
    }),
  );
}

/** Sets whom the invoices of the caller's company are for. */
export async function saveBilling(ctx: Tx, fields: BillingFields): Promise<void> {
  await saveCompany(ctx, { ...columnsOf(fields), updated_at: ctx.now() });
}

/** Sets the last day of the caller's company, and ends its trial. Tells everybody in it. */
export async function renewCompany(ctx: Tx, dueDate: string): Promise<CompanyView> {
  await saveCompany(ctx, { due_date: dueDate, trial_expiration: null, updated_at: ctx.now() });
  const company = await ownCompany(ctx);
  await ctx.publish(companyChanged, { company });
  return company;
}

const ranOutAtOnce = 500;

/**
 * A new day has begun: tells the companies whose subscription, or whose days of grace, ended with the last one. Whoever calls is refused by the
 * clock anyway; this is for open pages and sockets. Days on which nothing ran are made up for.
 */
export async function tellWhoRanOut(ctx: PlatformCtx): Promise<void> {
  const today = subscriptionDay(ctx.now());
  const told = await standingDay(ctx);
  if (told === today) return;
  for (let after = 0; told !== null; ) {
    const ids = await platformTransaction(ctx, (ctx) => listRanOut(ctx, { from: told, before: today, after }, ranOutAtOnce));
    for (const id of ids)
      await transaction(asSystem(ctx, mintCompanyId(id)), async (ctx) => ctx.publish(companyRanOut, { company: await ownCompany(ctx) }));
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
  }
  await noteStandingDay(ctx, today);
}

/** Holds the company's row until the transaction ends. */
export function holdCompany(ctx: Tx): Promise<void> {
  return lockCompany(ctx);
}

/**
 * An operator removes a company. It is gone for everybody at once; its rows and files follow in a job. ERR_OWN_COMPANY, ERR_NO_COMPANY_FOUND.
 */
export async function deleteCompany(ctx: Ctx, companyId: number): Promise<void> {
  if (companyId === ctx.companyId) throw new AppError('ERR_OWN_COMPANY');
  const removed = enterCompany(ctx, companyId);
  const by = ctx.actor.kind === 'user' ? { id: ctx.actor.id, name: ctx.actor.name } : null;
  await platformTransaction(ctx, async (above) => {
    const left = await withinCompany(above, removed.companyId, async (ctx) => {
      await lockCompany(ctx);
      const { name } = await ownCompany(ctx);
      // The name is free again at once.
      const change = { name: `${name} #${companyId}`, status: false, deleted_at: ctx.now(), updated_at: ctx.now() };
      await audit(ctx, { verb: 'company.deleted', subject: String(companyId), details: { name }, by });
      await ctx.publish(companyDeleted, { companyId });
      const charges = await openCharges(ctx);
      await saveCompany(ctx, change);
      await ctx.enqueue(eraseCompanyJob, { after: '' });
      return { company: { id: companyId, name }, charges };
    });
    // The company's own log and jobs go with it.
    await withinCompany(above, ctx.companyId, async (ctx) => {
      await audit(ctx, { verb: 'company.deleted', subject: String(companyId), details: { name: left.company.name }, by });
      if (left.charges.length > 0) await ctx.publish(chargesLeft, left);
    });
  });
}

/** How many files one job removes. */
const filesAtOnce = 300;

/** Removes what a deleted company leaves: its files, piece by piece, then its rows, with what waits to be done for it. */
export const eraseCompanyJob: Job<{ after: string }> = defineJob({
  name: 'companies.erase',
  lane: 'bulk',
  payload: z.object({ after: z.string() }),
  async run(ctx, { after }) {
    const keys = await reading(ctx, (ctx) => filesOfCompany(ctx, after, filesAtOnce));
    for (const key of keys) await ctx.gateways.files.delete(key);
    const last = keys.at(-1);
    if (last !== undefined) await transaction(ctx, (ctx) => ctx.enqueue(eraseCompanyJob, { after: last }));
    else
      await platformTransaction(ctx, async (tx) => {
        await eraseCompany(tx, ctx.companyId);
        await dropJobs(tx.db, ctx.companyId);
      });
  },
});

/** The fields that a change changed, as they are now. */
function changesOf(before: CompanyView, after: CompanyView): Record<string, unknown> {
  const names = Object.keys(after) as (keyof CompanyView)[];
  const told = names.filter((name) => name !== 'updatedAt' && JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(told.map((name) => [name, name === 'settings' ? 'changed' : after[name]]));
}

function columnsOf(fields: CompanyFields): Partial<NewCompany> {
  const columns = {
    name: fields.name,
    email: fields.email,
    phone: fields.phone,
    plan_id: fields.planId,
    status: fields.status,
    due_date: fields.dueDate,
    recurrence: fields.recurrence,
    grace_days: fields.graceDays,
    billing_name: fields.billingName,
    billing_document: fields.billingDocument,
    address_zip_code: fields.addressZipCode,
    address_street: fields.addressStreet,
    address_district: fields.addressDistrict,
    address_city: fields.addressCity,
    address_state: fields.addressState,
    address_country: fields.addressCountry,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
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
  who: { name: string; email: string; phone: string | null; planId: number; graceDays?: number | undefined } & BillingFields,
  terms: NewCompanyTerms,
): Promise<CompanyId> {
  const { status, dueDate, trialExpiration, recurrence } = terms;
  const row = { ...columnsOf(who), name: who.name, status, due_date: dueDate, trial_expiration: trialExpiration, recurrence };
  return mintCompanyId(await insertCompany(ctx, row, ctx.now()));
}
