import type { PromptView } from '@balcao/contract/prompts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { promptKeys } from './keys.ts';
import { hearPrompt, promptsLive } from './live.ts';

test('a changed one has its new name, an older copy changes nothing, a removed one is gone', () => {
  const cache = new QueryClient();
  const pages = [{ prompts: [prompt(1, 'Vendas'), prompt(2, 'Suporte')], count: 2, hasMore: false }];
  cache.setQueryData(promptKeys.page(''), { pages, pageParams: [1] });
  hearPrompt(cache, { action: 'update', prompt: { ...prompt(1, 'Loja'), updatedAt: '2026-11-21T13:00:00.000Z' } });
  hearPrompt(cache, { action: 'update', prompt: prompt(1, 'Antes') });
  hearPrompt(cache, { action: 'delete', promptId: 2 });
  const held = cache.getQueryData<{ pages: typeof pages }>(promptKeys.page(''))?.pages[0];
  expect(held?.prompts.map(({ name }) => name)).toEqual(['Loja']);
  expect(held?.count).toBe(1);
});

test('a renamed queue has its new name beside the assistants that are in it', () => {
  vi.useFakeTimers();
  const cache = new QueryClient();
  cache.setQueryData(promptKeys.page(''), { pages: [{ prompts: [prompt(1, 'Vendas')], count: 1, hasMore: false }], pageParams: [1] });
  promptsLive.queue?.(cache, { action: 'update', queue: { id: 1, name: 'Comercial' } } as never, {} as never);
  vi.advanceTimersByTime(250);
  vi.useRealTimers();
  expect(cache.getQueryState(promptKeys.page(''))?.isInvalidated).toBe(true);
});

function prompt(id: number, name: string): PromptView {
  const at = '2026-11-21T12:00:00.000Z';
  return {
    ...{ id, name, prompt: '', model: 'm', maxTokens: 100, temperature: 1, apiKey: '••••', baseUrl: '', queueId: 1 },
    ...{ queue: { id: 1, name: 'Vendas' }, maxMessages: 10, voice: 'texto', voiceModel: 'v', transcriptionModel: 't' },
    ...{ promptTokens: 0, completionTokens: 0, totalTokens: 0, companyId: 1, createdAt: at, updatedAt: at },
  };
}
