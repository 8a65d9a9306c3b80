import type { billingEndpoints } from '@balcao/contract/billing';
import type { Answer } from '@balcao/contract/endpoint';
import { pageSize } from '@balcao/contract/page-rules';
import type { PixGateway, PixProvider } from '../../../gateways/pix/port.ts';
import type { Base, PlatformCtx } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { findProviderToken, listPaymentRows } from './store.ts';
import { paymentView } from './view.ts';

/** The provider that takes payments. ERR_NO_PAYMENTS if there is none. */
export async function gatewayOf(ctx: PlatformCtx): Promise<PixGateway> {
  const { pix } = ctx.gateways;
  const sealed = pix?.needsToken ? await platformTransaction(ctx, findProviderToken) : null;
  const gateway = pix?.gateway(sealed === null ? null : ctx.secrets.decrypt(Buffer.from(sealed, 'base64')));
  if (!gateway) throw new AppError('ERR_NO_PAYMENTS');
  return gateway;
}

/** The word in the address of announcements that Efí, which signs nothing, is believed by. */
export function webhookWord(ctx: Pick<Base, 'secrets'>): string {
  return Buffer.from(ctx.secrets.key('pix-webhook')).toString('hex').slice(0, 48);
}

/** Where payments are announced. Efí adds `/pix` to what it is told. */
export function webhookUrl(ctx: Pick<Base, 'secrets' | 'publicUrl'>, provider: PixProvider): string {
  if (provider === 'efi') return `${ctx.publicUrl}/subscription/webhook?hmac=${webhookWord(ctx)}&ignorar=`;
  return `${ctx.publicUrl}/subscription/webhook/${provider}`;
}

/** Payments of all companies, newest first. `odd`: those that bought nothing and that nobody has seen to. */
export async function listPayments(
  ctx: PlatformCtx,
  { odd, before }: { odd: boolean; before?: number | undefined },
): Promise<Answer<typeof billingEndpoints.listPayments>> {
  const gateway = await gatewayOf(ctx).catch(() => null);
  const rows = await platformTransaction(ctx, (ctx) => listPaymentRows(ctx, { odd, before: before ?? null }, pageSize.rest + 1));
  return {
    provider: gateway?.provider ?? null,
    payments: rows.slice(0, pageSize.rest).map(paymentView),
    hasMore: rows.length > pageSize.rest,
  };
}
