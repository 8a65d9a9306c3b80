import { useMutation, useQueryClient } from '@tanstack/react-query';
import { billingKeys } from '../../../data/billing/keys.ts';
import { ApiError, api } from '../../../platform/api.ts';
import { type CheckoutValues, checkoutBody } from './checkout-form.ts';

const busyMs = 1500;

/** Asks for a Pix code; while another tab is being given one, a moment later again. */
export function useSubscribe() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ invoiceId, values }: { invoiceId: number | null; values: CheckoutValues }) =>
      api('POST /subscription', { body: { ...checkoutBody(values), invoiceId } }),
    retry: (count, error) => count < 8 && error instanceof ApiError && error.code === 'ERR_CHARGE_BUSY',
    retryDelay: busyMs,
    onSuccess: () => cache.invalidateQueries({ queryKey: billingKeys.all }),
  });
}

/** 'Já paguei': the provider is asked now. */
export function useCheckPayment() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (invoiceId: number) => api('POST /v1/invoices/:invoiceId/check', { params: { invoiceId } }),
    onSuccess: (invoice) => {
      cache.setQueryData(billingKeys.one(invoice.id), invoice);
    },
  });
}

/** Pays a code of the simulated provider. */
export function usePaySimulated() {
  return useMutation({ mutationFn: (txid: string) => api('POST /v1/simulated-payments/:txid', { params: { txid } }) });
}
