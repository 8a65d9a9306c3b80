import type { QueueView } from '@balcao/contract/queues';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { type News, useLive } from '../../platform/socket.ts';
import { queueKeys } from './queries.ts';

/** Brings the news about queues into the cache while the component is shown. */
export function useLiveQueues(): void {
  const cache = useQueryClient();
  useLive('queue', (news) => hearQueue(cache, news));
}

/** One piece of news about a queue. */
export function hearQueue(cache: QueryClient, news: News<'queue'>): void {
  if (news.action === 'delete') removeQueue(cache, news.queueId);
  else applyQueue(cache, news.queue);
}

/** Puts a queue into the list; an older copy than ours is dropped. Its place is the server's to decide, so a new order is asked for. */
export function applyQueue(cache: QueryClient, queue: QueueView): void {
  const queues = cache.getQueryData<QueueView[]>(queueKeys.list);
  if (!queues) return;
  const held = queues.find(({ id }) => id === queue.id);
  if (held && queue.updatedAt < held.updatedAt) return;
  cache.setQueryData<QueueView[]>(queueKeys.list, held ? queues.map((row) => (row.id === queue.id ? queue : row)) : [...queues, queue]);
  if (!held || held.orderQueue !== queue.orderQueue || held.name !== queue.name) refreshSoon(cache, queueKeys.list);
}

/** Takes a queue out of the list. */
export function removeQueue(cache: QueryClient, queueId: number): void {
  cache.setQueryData<QueueView[]>(queueKeys.list, (queues) => queues?.filter(({ id }) => id !== queueId));
}
