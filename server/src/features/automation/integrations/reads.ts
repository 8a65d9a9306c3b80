import type { Answer } from '@balcao/contract/endpoint';
import type { integrationDeliveryEndpoints } from '@balcao/contract/integration-deliveries';
import type { IntegrationView, integrationEndpoints } from '@balcao/contract/integrations';
import type { Ctx, Reader } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { countDeliveries, findDelivery, listDeliveryRows } from './store/deliveries.ts';
import { countIntegrations, findIntegration, type IntegrationRow, listIntegrationRows } from './store/integrations.ts';
import { deliveryView, integrationView } from './view.ts';

type Endpoints = typeof integrationEndpoints & typeof integrationDeliveryEndpoints;

/** One page, newest first. */
export function listIntegrations(
  ctx: Ctx,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<Answer<Endpoints['listIntegrations']>> {
  return reading(ctx, async (ctx) => {
    const page = await pageOf(
      pageNumber,
      (limit, offset) => listIntegrationRows(ctx, searchParam, limit, offset),
      () => countIntegrations(ctx, searchParam),
    );
    return { queueIntegrations: page.rows.map(integrationView), count: page.count, hasMore: page.hasMore };
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

/** One page of an integration's log, newest first. ERR_NO_DIALOG_FOUND. */
export function listDeliveries(
  ctx: Ctx,
  integrationId: number,
  { pageNumber, failed = false }: { pageNumber: number; failed?: boolean | undefined },
): Promise<Answer<Endpoints['listIntegrationDeliveries']>> {
  return reading(ctx, async (ctx) => {
    mustBeThere(await findIntegration(ctx, integrationId));
    const log = { integrationId, failed };
    const page = await pageOf(
      pageNumber,
      (limit, offset) => listDeliveryRows(ctx, log, limit, offset),
      () => countDeliveries(ctx, log),
    );
    return { deliveries: page.rows.map(deliveryView), count: page.count, hasMore: page.hasMore };
  });
}

/** ERR_NO_DIALOG_FOUND, ERR_NO_DELIVERY_FOUND. */
export function showDelivery(ctx: Ctx, integrationId: number, id: number): Promise<Answer<Endpoints['showIntegrationDelivery']>> {
  return reading(ctx, async (ctx: Reader) => {
    mustBeThere(await findIntegration(ctx, integrationId));
    const row = await findDelivery(ctx, integrationId, id);
    if (!row) throw new AppError('ERR_NO_DELIVERY_FOUND');
    return { delivery: deliveryView(row), sent: JSON.stringify(row.payload, null, 2), answered: row.answered, detail: row.detail };
  });
}
