import type { Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { planKeys } from './keys.ts';

/** A plan changes seldom: what is shown of plans is fetched again. */
export const plansLive: Live = {
  'company-plan': (cache) => refreshSoon(cache, planKeys.all),
};
