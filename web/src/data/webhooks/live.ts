import type { Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { webhookKeys } from './keys.ts';

/** There are few webhooks, so they are asked for again. */
export const webhooksLive: Live = { webhook: (cache) => refreshSoon(cache, webhookKeys.all) };
