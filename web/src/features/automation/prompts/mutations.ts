import { useMutation, useQueryClient } from '@tanstack/react-query';
import { promptKeys } from '../../../data/prompts/keys.ts';
import { applyPrompt, removePrompt } from '../../../data/prompts/live.ts';
import { api } from '../../../platform/api.ts';
import { type PromptValues, promptBody } from './prompt-form.ts';

/** Adds a prompt (`id` null) or changes one. */
export function useSavePrompt() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, values }: { id: number | null; values: PromptValues }) => {
      const body = promptBody(values);
      return id === null ? api('POST /prompt', { body }) : api('PUT /prompt/:promptId', { params: { promptId: id }, body });
    },
    onSuccess: (prompt) => applyPrompt(cache, prompt),
  });
}

export function useDeletePrompt() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (promptId: number) => api('DELETE /prompt/:promptId', { params: { promptId } }),
    onSuccess: (_, promptId) => removePrompt(cache, promptId),
  });
}

/** How many tokens assistants may spend in a month; 0 is no limit. */
export function useSaveBudget() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (tokens: number) =>
      api('PUT /settings/:settingKey', { params: { settingKey: 'assistantTokensPerMonth' }, body: { value: String(tokens) } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: promptKeys.usage }),
  });
}
