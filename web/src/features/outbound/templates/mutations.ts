import type { TemplateChoice } from '@balcao/contract/template-rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyMessage } from '../../../data/messages/live.ts';
import { templateKeys } from '../../../data/templates/keys.ts';
import { api } from '../../../platform/api.ts';

/** Sends a template to the customer of a ticket, with the file above its text if there is one. The same `key` sends once. */
export function useSendTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ ticketId, choice, file, key }: { ticketId: number; choice: TemplateChoice; file: File | null; key: string }) =>
      api('POST /v1/tickets/:ticketId/template', {
        params: { ticketId },
        body: file ? formOf(choice, file) : { ...choice, variables: { ...choice.variables } },
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

function formOf({ name, language, variables }: TemplateChoice, file: File): FormData {
  const form = new FormData();
  form.append('name', name);
  form.append('language', language);
  form.append('variables', JSON.stringify(variables));
  form.append('file', file, file.name);
  return form;
}
