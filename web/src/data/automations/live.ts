import type { Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { automationKeys } from './keys.ts';

/** There are few automations, so they are asked for again, with what is shown of the log. */
export const automationsLive: Live = { automation: (cache) => refreshSoon(cache, automationKeys.all) };
