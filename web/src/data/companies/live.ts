import type { Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { companyKeys } from './keys.ts';

/** News for operators name the company only: what is shown of it is fetched again. */
export const companiesLive: Live = {
  'company-record': (cache) => refreshSoon(cache, companyKeys.all),
};
