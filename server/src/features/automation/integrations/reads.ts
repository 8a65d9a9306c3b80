import type { Answer } from '@balcao/contract/endpoint';
import type { IntegrationView, integrationEndpoints } from '@balcao/contract/integrations';
import { pageSize } from '@balcao/contract/page-rules';
import type { Ctx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { countIntegrations, findIntegration, type IntegrationRow, listIntegrationRows } from './store.ts';
import { integrationView } from './view.ts';

type Endpoints = typeof integrationEndpoints;

/** One page, newest first. */
export function listIntegrations(
  ctx: Ctx,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<Answer<Endpoints['listIntegrations']>> {
  return reading(ctx, async (ctx) => {
    const size = pageSize.rest;
    const offset = (pageNumber - 1) * size;
    const rows = await listIntegrationRows(ctx, searchParam, size + 1, offset);
    const hasMore = rows.length > size;
    const count = hasMore || rows.length === 0 ? await countIntegrations(ctx, searchParam) : offset + rows.length;
    return { queueIntegrations: rows.slice(0, size).map(integrationView), count, hasMore };
  });
}

/** Throws ERR_NO_DIALOG_FOUND. */
export function showIntegration(ctx: Ctx, id: number): Promise<IntegrationView> {
  return reading(ctx, async (ctx) => integrationView(mustBeThere(await findIntegration(ctx, id))));
}

/** The row, if there is one; else ERR_NO_DIALOG_FOUND. */
export function mustBeThere(row: IntegrationRow | null): IntegrationRow {
  if (!row) throw new AppError('ERR_NO_DIALOG_FOUND');
  return row;
}
