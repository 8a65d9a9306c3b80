import type { FirstStepsView } from '@balcao/contract/first-steps';
import type { QueryClient } from '@tanstack/react-query';
import type { Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { firstStepsKeys } from './keys.ts';

/** The server counts, so it is asked again after whatever may be a step. */
export const firstStepsLive: Live = {
  whatsapp: ask,
  whatsappSession: ask,
  queue: ask,
  user: ask,
  ticket: askUntilAnswered,
  appMessage: askUntilAnswered,
};

function ask(cache: QueryClient): void {
  if (cache.getQueryState(firstStepsKeys.state)) refreshSoon(cache, firstStepsKeys.state);
}

/** Conversations come all day long; they matter here until the first is answered. */
function askUntilAnswered(cache: QueryClient): void {
  if (!cache.getQueryData<FirstStepsView>(firstStepsKeys.state)?.answered) ask(cache);
}
