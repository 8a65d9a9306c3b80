import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { automationKeys } from '../../../data/automations/keys.ts';
import { api } from '../../../platform/api.ts';
import { type AutomationValues, automationBody } from './automation-form.ts';

const askAll = (cache: QueryClient) => cache.invalidateQueries({ queryKey: automationKeys.all });

/** Adds an automation (`id` null) or changes one. */
export function useSaveAutomation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, values }: { id: number | null; values: AutomationValues }) => {
      const body = automationBody(values);
      if (id === null) return api('POST /v1/automations', { body });
      return api('PUT /v1/automations/:automationId', { params: { automationId: id }, body });
    },
    onSuccess: () => askAll(cache),
  });
}

/** Switches an automation on or off. */
export function useSwitchAutomation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, active }: { id: number; active: boolean }) =>
      api('PUT /v1/automations/:automationId/active', { params: { automationId: id }, body: { active } }),
    onSuccess: () => askAll(cache),
  });
}

/** Removes an automation with its log. */
export function useDeleteAutomation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (automationId: number) => api('DELETE /v1/automations/:automationId', { params: { automationId } }),
    onSuccess: () => askAll(cache),
  });
}

/** Puts the automations in this order. */
export function useOrderAutomations() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (automationIds: number[]) => api('POST /v1/automations/order', { body: { automationIds } }),
    onSuccess: (records) => cache.setQueryData(automationKeys.list, records),
  });
}

/** What an automation would do with the latest conversations. Changes nothing. */
export function useTryAutomation() {
  return useMutation({ mutationFn: (values: AutomationValues) => api('POST /v1/automations/try', { body: automationBody(values) }) });
}
