import type { QueryClient } from '@tanstack/react-query';
import type { Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { dashboardKeys } from './keys.ts';

/** Figures of weeks need not follow each message; the board is of this moment. */
const figuresPauseMs = 15_000;
const boardPauseMs = 2_000;

/** The server counts, so it is asked again after whatever may change a figure. What is not in sight is only marked as old. */
export const dashboardLive: Live = { ticket: ask, contact: ask, user: ask, whatsapp: ask };

function ask(cache: QueryClient): void {
  if (cache.getQueryState(dashboardKeys.board)) refreshSoon(cache, dashboardKeys.board, boardPauseMs);
  if (cache.getQueryCache().find({ queryKey: dashboardKeys.all, exact: false })) refreshSoon(cache, dashboardKeys.all, figuresPauseMs);
}
