import type { TemplateChoice } from '@balcao/contract/template-rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyMessage } from '../../../data/messages/live.ts';
import { templateKeys } from '../../../data/templates/keys.ts';
import { api } from '../../../platform/api.ts';

/** Sends a template to the customer of a ticket. The same `key` sends once. */
export function useSendTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ ticketId, choice, key }: { ticketId: number; choice: TemplateChoice; key: string }) =>
      api('POST /v1/tickets/:ticketId/template', {
        params: { ticketId },
        body: { ...choice, variables: { ...choice.variables } },
        idempotencyKey: key,
      }),
    onSuccess: (message) => applyMessage(cache, message),
  });
}

/** Has the templates of a number compared with Meta's list. */
export function useSyncTemplates() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (whatsappId: number) => api('POST /v1/connections/:whatsappId/templates/sync', { params: { whatsappId } }),
    onSuccess: (sync, whatsappId) => cache.setQueryData(templateKeys.sync(whatsappId), sync),
  });
}
