import type { PromptView } from '@balcao/contract/prompts';
import type { QueryClient } from '@tanstack/react-query';
import type { Live } from '../../platform/live-cache.ts';
import { applyRow, type RowLists, removeRow } from '../../platform/live-rows.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { promptKeys } from './keys.ts';

const lists: RowLists<PromptView> = {
  queryKey: promptKeys.pages,
  field: 'prompts',
  staysPlaced: (held, prompt) => held.name === prompt.name,
};

export const promptsLive: Live = {
  prompt: hearPrompt,
  // A prompt names its queue.
  queue: (cache) => refreshSoon(cache, promptKeys.pages),
};

/** One piece of news about a prompt. */
export function hearPrompt(cache: QueryClient, news: News<'prompt'>): void {
  if (news.action === 'delete') removePrompt(cache, news.promptId);
  else {
    applyPrompt(cache, news.prompt);
    refreshSoon(cache, promptKeys.one(news.prompt.id));
  }
}

/** Puts a prompt into the lists; an older copy than ours is dropped. */
export function applyPrompt(cache: QueryClient, prompt: PromptView): void {
  applyRow(cache, lists, prompt);
  refreshSoon(cache, promptKeys.choices);
}

export function removePrompt(cache: QueryClient, promptId: number): void {
  void cache.invalidateQueries({ queryKey: promptKeys.one(promptId) });
  removeRow(cache, lists, promptId);
  refreshSoon(cache, promptKeys.choices);
}
