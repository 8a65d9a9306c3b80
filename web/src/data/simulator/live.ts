import type { QueryClient } from '@tanstack/react-query';
import type { Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { phoneKeys } from './keys.ts';

export const simulatorLive: Live = { appMessage: hearMessage };

/** Refreshes the phones of the customer at once, instead of at the next poll. */
export function hearMessage(cache: QueryClient, { contact }: News<'appMessage'>): void {
  for (const { queryKey } of cache.getQueryCache().findAll({ queryKey: phoneKeys.all })) {
    const [, , number, group] = queryKey as ReturnType<typeof phoneKeys.one>;
    if (group ? contact.name === group : contact.number === number) refreshSoon(cache, queryKey);
  }
}
