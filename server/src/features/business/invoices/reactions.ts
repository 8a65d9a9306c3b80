import { companyChanged, companyOpened } from '../../../events/companies.ts';
import { reactionWithin } from '../../../platform/facts.ts';
import { followCompany } from './actions.ts';

export const invoiceReactions = [companyOpened, companyChanged].map((told) =>
  reactionWithin(
    told,
    'invoices.followCompany',
    ({ company: { status, dueDate, planId, recurrence } }) => ({ status, dueDate, planId, recurrence }),
    (ctx, company) => followCompany(ctx, company),
  ),
);
