import type { Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { apiKeyKeys } from './keys.ts';

/** There are few keys, so they are asked for again. */
export const apiKeysLive: Live = { 'api-key': (cache) => refreshSoon(cache, apiKeyKeys.all) };
