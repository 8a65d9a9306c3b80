import type { QueueMenu, QueueOptionView } from '@balcao/contract/queue-options';
import type { QueueView } from '@balcao/contract/queues';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../platform/api.ts';
import { useLiveCache } from '../../../platform/live-cache.ts';
import { refreshSoon } from '../../../platform/refresh-soon.ts';
import { type News, onResync, useLive } from '../../../platform/socket.ts';
import { replaceMenu } from './option-merge.ts';
import { optionKeys } from './option-queries.ts';
import type { Options } from './option-store.ts';
import { rowsOf, treeOf } from './option-tree.ts';
import { queueKeys } from './queries.ts';

/** Brings the news about queues and their menus into the cache while the component is shown. */
export function useLiveQueues(): void {
  useLiveCache('queue', hearQueue);
  useLiveCache('queue-option', applyMenu);
}

/** Lets an open editor hear what others do to the menus of its queue, also what it missed while the line was broken. */
export function useLiveOptions(queueId: number | null, options: Options): void {
  useLive('queue-option', (menu) => {
    if (menu.queueId === queueId) options.hear(menu);
  });
  useEffect(() => {
    if (queueId === null) return;
    return onResync(() => void catchUp(queueId, options).catch(() => undefined));
  }, [queueId, options]);
}

async function catchUp(queueId: number, options: Options): Promise<void> {
  for (;;) {
    const calls = options.calls();
    const rows = await api('GET /queue-options', { query: { queueId } });
    // What was sent while they were read may be missing in them.
    if (calls !== null && calls === options.calls()) return hearAll(options, queueId, rows);
  }
}

/** All menus of a queue as they were read, parents first. */
export function hearAll(options: Options, queueId: number, rows: readonly QueueOptionView[]): void {
  const parents = [null, ...rowsOf(treeOf(rows)).map(({ node }) => node.id)];
  for (const parentId of parents) options.hear({ queueId, parentId, options: rows.filter((row) => row.parentId === parentId), at: null });
}

/** Puts a menu among the options of its queue, where they were read before; an older one than ours is dropped. */
export function applyMenu(cache: QueryClient, menu: QueueMenu): void {
  cache.setQueryData<QueueOptionView[]>(optionKeys.queue(menu.queueId), (rows) => {
    const isOld = rows?.some(({ parentId, updatedAt }) => parentId === menu.parentId && updatedAt > menu.at);
    return rows && (isOld ? rows : replaceMenu(rows, menu));
  });
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
