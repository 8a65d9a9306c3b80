import { pageSize } from '@balcao/contract/page-rules';
import type { PromptView } from '@balcao/contract/prompts';
import { useQuery } from '@tanstack/react-query';
import { allChoices } from '../../platform/all-choices.ts';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { promptKeys } from './keys.ts';

/** The prompts page by page, by name. */
export function usePrompts(searchParam: string): InfiniteRows<PromptView> {
  return useInfiniteRows({
    queryKey: promptKeys.page(searchParam),
    fetchPage: (pageNumber, signal) => pageOf(searchParam, pageNumber, signal),
    rowsOf: (page) => page.prompts,
    pageSize: pageSize.rest,
  });
}

/** All prompts, for fields that choose one. `enabled`: false asks for nothing, where the plan has none. */
export function usePromptChoices(enabled: boolean) {
  return useQuery({
    queryKey: promptKeys.choices,
    queryFn: ({ signal }) =>
      allChoices(async (pageNumber) => {
        const { prompts: rows, hasMore } = await pageOf('', pageNumber, signal);
        return { rows, hasMore };
      }),
    enabled,
  });
}

function pageOf(searchParam: string, pageNumber: number, signal: AbortSignal) {
  return api('GET /prompt', { query: { searchParam, pageNumber }, signal });
}

/** A prompt that is being edited, as it is now. Begins with the copy at hand. */
export function useEditedPrompt(prompt: PromptView | null) {
  const promptId = prompt?.id ?? 0;
  return useQuery({
    queryKey: promptKeys.one(promptId),
    queryFn: ({ signal }) => api('GET /prompt/:promptId', { params: { promptId }, signal }),
    enabled: prompt !== null,
    ...(prompt && { initialData: prompt }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** What the company's assistants spent this month. */
export function useAssistantUsage() {
  return useQuery({ queryKey: promptKeys.usage, queryFn: ({ signal }) => api('GET /v1/prompt/usage', { signal }), staleTime: 0 });
}
