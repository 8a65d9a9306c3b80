import type { HelpView } from '@balcao/contract/helps';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { helpKeys } from './keys.ts';

export const helpsLive: Live = { 'company-help': hearHelp };

/** One piece of news about a help video. */
export function hearHelp(cache: QueryClient, news: News<'company-help'>): void {
  if (news.action === 'delete') removeHelp(cache, news.id);
  else {
    applyHelp(cache, news.record);
    refreshSoon(cache, helpKeys.one(news.record.id));
  }
}

/** Puts a video into the list; an older copy than ours is dropped. */
export function applyHelp(cache: QueryClient, record: HelpView): void {
  changeHeld<HelpView[]>(cache, helpKeys.all, (helps) => {
    const held = helps.find(({ id }) => id === record.id);
    if (held && record.updatedAt < held.updatedAt) return helps;
    return [...helps.filter(({ id }) => id !== record.id), record].sort((a, b) => a.title.localeCompare(b.title) || a.id - b.id);
  });
}

/** Takes a video out of the list. */
export function removeHelp(cache: QueryClient, helpId: number): void {
  void cache.invalidateQueries({ queryKey: helpKeys.one(helpId) });
  changeHeld<HelpView[]>(cache, helpKeys.all, (helps) => helps.filter(({ id }) => id !== helpId));
}
