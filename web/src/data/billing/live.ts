import type { Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { billingKeys } from './keys.ts';

/** Invoices change seldom: what is shown of them is fetched again. */
export const billingLive: Live = {
  invoice: (cache) => refreshSoon(cache, billingKeys.all),
  payment: (cache) => refreshSoon(cache, billingKeys.all),
};
