import type { QueueMenu, QueueOptionView } from '@balcao/contract/queue-options';
import type { QueueView } from '@balcao/contract/queues';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { queueKeys } from './keys.ts';

export const queuesLive: Live = { queue: hearQueue, 'queue-option': applyMenu };

/** One piece of news about a queue. */
export function hearQueue(cache: QueryClient, news: News<'queue'>): void {
  if (news.action === 'delete') removeQueue(cache, news.queueId);
  else applyQueue(cache, news.queue);
}

/** Puts a queue into the list; an older copy than ours is dropped. The server decides its place, so a new order is asked for. */
export function applyQueue(cache: QueryClient, queue: QueueView): void {
  changeHeld<QueueView[]>(cache, queueKeys.list, (queues) => {
    const held = queues.find(({ id }) => id === queue.id);
    if (held && queue.updatedAt < held.updatedAt) return queues;
    if (!held || held.orderQueue !== queue.orderQueue || held.name !== queue.name) refreshSoon(cache, queueKeys.list);
    return held ? queues.map((row) => (row.id === queue.id ? queue : row)) : [...queues, queue];
  });
}

/** Takes a queue out of the list. */
export function removeQueue(cache: QueryClient, queueId: number): void {
  changeHeld<QueueView[]>(cache, queueKeys.list, (queues) => queues.filter(({ id }) => id !== queueId));
}

/** Puts a menu among the options of its queue, if they are loaded; a menu older than ours is dropped. */
export function applyMenu(cache: QueryClient, menu: QueueMenu): void {
  changeHeld<QueueOptionView[]>(cache, queueKeys.options(menu.queueId), (rows) => {
    const isOld = rows.some(({ parentId, updatedAt }) => parentId === menu.parentId && updatedAt > menu.at);
    return isOld ? rows : replaceMenu(rows, menu);
  });
}

/** The options of a queue after one of its menus became `menu`. Options below a removed one are removed too. */
export function replaceMenu(rows: readonly QueueOptionView[], { parentId, options }: Omit<QueueMenu, 'at'>): QueueOptionView[] {
  let kept = [...rows.filter((row) => row.parentId !== parentId), ...options];
  for (;;) {
    const ids = new Set(kept.map(({ id }) => id));
    const next = kept.filter((row) => row.parentId === null || ids.has(row.parentId));
    if (next.length === kept.length) return next;
    kept = next;
  }
}
