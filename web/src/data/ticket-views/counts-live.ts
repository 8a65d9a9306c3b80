import type { Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { ticketViewKeys } from './keys.ts';

/** Counting every view costs the server more than one number does. */
const countsPauseMs = 5000;

export const viewCountsLive: Live = { ticket: (cache) => refreshSoon(cache, ticketViewKeys.counts, countsPauseMs) };
