import type { QueryClient } from '@tanstack/react-query';
import { useLiveCache } from '../../../platform/live-cache.ts';
import { refreshSoon } from '../../../platform/refresh-soon.ts';
import type { News } from '../../../platform/socket.ts';
import type { Customer } from './people.ts';
import { phoneKeys } from './queries.ts';

/** Has the phone look at once when there is news of its customer, instead of at its next look. */
export function useLivePhone(whatsappId: number, customer: Customer): void {
  useLiveCache('appMessage', (cache, news) => hearMessage(cache, news, whatsappId, customer));
}

/** One piece of news about a message. */
export function hearMessage(cache: QueryClient, news: News<'appMessage'>, whatsappId: number, customer: Customer): void {
  const { contact } = news;
  if (customer.group ? contact.name === customer.group : contact.number === customer.number)
    refreshSoon(cache, phoneKeys.one(whatsappId, customer));
}
