// New companies, with their settings and an admin, in one transaction.
import type { CompanyView } from '@balcao/contract/companies';
import { companyOpened } from '../../../events/companies.ts';
import type { Ctx, PlatformCtx, PlatformTx } from '../../../platform/context.ts';
import { platformTransaction, withinCompany } from '../../../platform/db/transaction.ts';
import { AppError, refusingDuplicates } from '../../../platform/errors.ts';
import { hashPassword, readablePassword } from '../../../platform/passwords.ts';
import { addCompany, type CompanyFields, type NewCompanyTerms, trialTerms } from '../companies/actions.ts';
import { ownCompany } from '../companies/reads.ts';
import { installationSettings } from '../installation/reads.ts';
import { ensureFirstPlan } from '../plans/actions.ts';
import { getPlan } from '../plans/reads.ts';
import { seedSettings } from '../settings/actions.ts';
import { audit } from '../system/actions.ts';
import { addUser, takenEmail } from '../users/actions.ts';
import { isInUse } from '../users/reads.ts';
import { firstCompany, firstOperator } from './rules.ts';
import { lockFirstStart } from './store.ts';

export type SignUp = { name: string; email: string; phone?: string | null | undefined; password: string; planId: number };

/** Signs up a visitor's company, on trial. ERR_SIGN_UP_CLOSED if operators let nobody; ERR_NO_PLAN_FOUND, ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_EMAIL_ALREADY_EXISTS. */
export async function signUp(ctx: PlatformCtx, input: SignUp, ip: string): Promise<CompanyView> {
  if (!(await installationSettings(ctx)).signUp) throw new AppError('ERR_SIGN_UP_CLOSED');
  const passwordHash = await hashPassword(input.password);
  return open(ctx, {
    company: { name: input.name, email: input.email, phone: input.phone ?? null, planId: input.planId },
    terms: trialTerms(ctx.now()),
    admin: { ...input, passwordHash, super: false },
    campaignsEnabled: true,
    by: { ip },
  });
}

/** Adds a company on the operator's terms. Without a password its admin has one that nobody knows, until they reset it. The same errors. */
export async function createCompany(
  ctx: Ctx & PlatformCtx,
  input: Omit<CompanyFields, keyof SignUp> &
    Omit<SignUp, 'password'> & { password?: string | undefined } & Omit<NewCompanyTerms, 'trialExpiration'> & { campaignsEnabled: boolean },
): Promise<CompanyView> {
  const passwordHash = await hashPassword(input.password ?? readablePassword());
  const { status, dueDate, recurrence, campaignsEnabled } = input;
  return open(ctx, {
    company: { ...input, phone: input.phone ?? null },
    terms: { status, dueDate, recurrence, trialExpiration: null },
    admin: { ...input, passwordHash, super: false },
    campaignsEnabled,
    by: ctx.actor.kind === 'user' ? { by: { id: ctx.actor.id, name: ctx.actor.name }, ip: ctx.actor.ip } : {},
  });
}

/**
 * On an empty database: creates the first plan, company and operator. Null if there is any user. Returns the password only if it was
 * generated here. Safe to run in many processes at once, and repeatedly.
 */
export async function firstStart(
  ctx: PlatformCtx,
  admin: { email: string; password: string } | null,
): Promise<{ email: string; password: string | null } | null> {
  if (await platformTransaction(ctx, isInUse)) return null;
  const email = admin?.email ?? firstOperator.email;
  const password = admin?.password ?? readablePassword();
  const passwordHash = await hashPassword(password);
  return platformTransaction(ctx, async (ctx) => {
    await lockFirstStart(ctx);
    if (await isInUse(ctx)) return null;
    const planId = await ensureFirstPlan(ctx);
    const { name, terms } = firstCompany;
    await openWithin(ctx, {
      company: { name, email, phone: null, planId },
      terms,
      admin: { name: firstOperator.name, email, passwordHash, super: true },
      campaignsEnabled: true,
      by: {},
    });
    return { email, password: admin ? null : password };
  });
}

type Opening = {
  company: Parameters<typeof addCompany>[1];
  terms: NewCompanyTerms;
  admin: { name: string; email: string; passwordHash: string; super: boolean };
  campaignsEnabled: boolean;
  by: { by?: { id: number; name: string }; ip?: string | undefined };
};

function open(ctx: PlatformCtx, opening: Opening): Promise<CompanyView> {
  const taken = { companies_name: 'ERR_COMPANY_NAME_ALREADY_EXISTS', ...takenEmail } as const;
  return refusingDuplicates(taken, () => platformTransaction(ctx, (ctx) => openWithin(ctx, opening)));
}

async function openWithin(ctx: PlatformTx, { company, terms, admin, campaignsEnabled, by }: Opening): Promise<CompanyView> {
  await getPlan(ctx, company.planId);
  const companyId = await addCompany(ctx, company, terms);
  return withinCompany(ctx, companyId, async (ctx) => {
    await seedSettings(ctx, { campaignsEnabled: String(campaignsEnabled), firstSteps: 'open' });
    const { name, email, passwordHash } = admin;
    await addUser(ctx, { name, email, passwordHash, super: admin.super, profile: 'admin', queueIds: [], allTicket: 'enabled' });
    await audit(ctx, { verb: 'company.created', subject: String(companyId), details: { name: company.name, ...terms }, ...by });
    const opened = await ownCompany(ctx);
    await ctx.publish(companyOpened, { company: opened });
    return opened;
  });
}
