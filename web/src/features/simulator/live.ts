import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { type News, useLive } from '../../platform/socket.ts';
import { phoneKeys } from './queries.ts';

/** Has the phone look at once when there is news of its customer, instead of at its next look. */
export function useLivePhone(whatsappId: number, from: string): void {
  const cache = useQueryClient();
  useLive('appMessage', (news) => hearMessage(cache, news, whatsappId, from));
}

/** One piece of news about a message. */
export function hearMessage(cache: QueryClient, news: News<'appMessage'>, whatsappId: number, from: string): void {
  if (news.contact.number === from) refreshSoon(cache, phoneKeys.one(whatsappId, from));
}
