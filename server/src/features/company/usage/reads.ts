import type { Answer } from '@balcao/contract/endpoint';
import type { CompanyUsage, UsageSort, usageEndpoints } from '@balcao/contract/usage';
import type { Base, Ctx } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { platformTransaction, reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { enterCompany } from '../companies/reads.ts';
import { countUsageRows, findUsageRow, listUsageRows } from './store.ts';
import { usageView } from './view.ts';

/** One page of what companies use. */
export function listUsage(
  ctx: Base,
  { searchParam: search, pageNumber, sort, order }: { searchParam: string; pageNumber: number; sort: UsageSort; order: 'asc' | 'desc' },
): Promise<Answer<typeof usageEndpoints.listUsage>> {
  return platformTransaction(ctx, async (ctx) => {
    const { rows, ...page } = await pageOf(
      pageNumber,
      (limit, offset) => listUsageRows(ctx, { search, sort, order }, limit, offset),
      () => countUsageRows(ctx, search),
    );
    return { companies: rows.map(usageView), ...page };
  });
}

/** What a company uses: the caller's, or any for operators. ERR_NO_COMPANY_FOUND. */
export function showUsage(ctx: Ctx, companyId: number): Promise<CompanyUsage> {
  return reading(enterCompany(ctx, companyId), async (ctx) => {
    const row = await findUsageRow(ctx);
    if (!row) throw new AppError('ERR_NO_COMPANY_FOUND');
    return usageView(row);
  });
}
