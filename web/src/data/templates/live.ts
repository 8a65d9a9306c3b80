import type { QueryClient } from '@tanstack/react-query';
import type { Live } from '../../platform/live-cache.ts';
import type { News } from '../../platform/socket.ts';
import { templateKeys } from './keys.ts';

export const templatesLive: Live = { template: hearTemplates };

/** Templates of a number changed: what is shown of them is asked for again. */
export function hearTemplates(cache: QueryClient, { whatsappId }: News<'template'>): void {
  void cache.invalidateQueries({ queryKey: templateKeys.of(whatsappId) });
}
