import type { TicketListView } from '@balcao/contract/ticket-views';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { ticketViewKeys } from './keys.ts';

export const ticketViewsLive: Live = {
  'ticket-view': (cache, news, me) => {
    if (news.action === 'delete') removeView(cache, news.ticketViewId);
    else applyView(cache, news.view, me.id);
  },
};

/** Puts a view in its place; an older copy than ours is dropped. */
export function applyView(cache: QueryClient, view: TicketListView, ownId: number): void {
  changeHeld<TicketListView[]>(cache, ticketViewKeys.list, (views) => {
    const held = views.find(({ id }) => id === view.id);
    if (held && view.updatedAt < held.updatedAt) return views;
    return [...views.filter(({ id }) => id !== view.id), view].sort(
      (a, b) => Number(b.userId === ownId) - Number(a.userId === ownId) || a.place - b.place || a.id - b.id,
    );
  });
  refreshSoon(cache, ticketViewKeys.counts);
}

export function removeView(cache: QueryClient, viewId: number): void {
  changeHeld<TicketListView[]>(cache, ticketViewKeys.list, (views) => views.filter(({ id }) => id !== viewId));
  refreshSoon(cache, ticketViewKeys.counts);
}
