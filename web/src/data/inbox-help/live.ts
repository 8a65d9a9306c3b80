import type { Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { inboxHelpKeys } from './keys.ts';

export const inboxHelpLive: Live = { 'inbox-help': (cache) => refreshSoon(cache, inboxHelpKeys.setUp) };
