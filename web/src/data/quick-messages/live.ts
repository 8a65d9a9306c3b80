import type { QuickMessageView } from '@balcao/contract/quick-messages';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { applyRow, type RowLists, removeRow } from '../../platform/live-rows.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { quickMessageKeys } from './keys.ts';

const lists: RowLists<QuickMessageView> = {
  queryKey: quickMessageKeys.pages,
  field: 'records',
  staysPlaced: (held, record) => held.shortcode === record.shortcode,
};

export const quickMessagesLive: Live = { quickemessage: hearQuickMessage };

/** One piece of news about a quick message. */
export function hearQuickMessage(cache: QueryClient, news: News<'quickemessage'>): void {
  if (news.action === 'delete') removeQuickMessage(cache, news.id);
  else {
    applyQuickMessage(cache, news.record);
    refreshSoon(cache, quickMessageKeys.one(news.record.id));
  }
}

/** Puts a quick message into the lists and among what is suggested; an older copy than ours is dropped. */
export function applyQuickMessage(cache: QueryClient, record: QuickMessageView): void {
  changeHeld<QuickMessageView[]>(cache, quickMessageKeys.choices, (choices) => withChoice(choices, record));
  applyRow(cache, lists, record);
}

/** Takes a quick message out of the lists and out of what is suggested. */
export function removeQuickMessage(cache: QueryClient, recordId: number): void {
  void cache.invalidateQueries({ queryKey: quickMessageKeys.one(recordId) });
  changeHeld<QuickMessageView[]>(cache, quickMessageKeys.choices, (choices) => choices.filter(({ id }) => id !== recordId));
  removeRow(cache, lists, recordId);
}

function withChoice(choices: QuickMessageView[], record: QuickMessageView): QuickMessageView[] {
  const held = choices.find(({ id }) => id === record.id);
  if (held && record.updatedAt < held.updatedAt) return choices;
  const others = choices.filter(({ id }) => id !== record.id);
  if (!record.status) return others;
  return [...others, record].sort((a, b) => a.shortcode.localeCompare(b.shortcode));
}
