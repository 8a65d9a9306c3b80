import type { AssistantView } from '@balcao/contract/assistants';
import type { TicketView } from '@balcao/contract/tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyMoved, viewerOf } from '../../../data/tickets/live.ts';
import { api } from '../../../platform/api.ts';
import { notifyError } from '../../../platform/errors.ts';
import { useUser } from '../../../platform/session.ts';

export type AssistantChange = { do: 'silence' } | { do: 'give'; to: Pick<AssistantView, 'kind' | 'id'> };

/** Silences the assistant of a ticket, or gives the ticket to one; then it waits. The ticket must be as it is shown. */
export function useAssistantActions(ticket: TicketView) {
  const cache = useQueryClient();
  const viewer = viewerOf(useUser());
  const mutation = useMutation({
    mutationFn: (change: AssistantChange) => {
      const expected = { status: ticket.status, userId: ticket.userId };
      const params = { ticketId: ticket.id };
      if (change.do === 'silence')
        return api('PUT /tickets/:ticketId', { params, body: { useIntegration: false, chatbot: false, expected } });
      const { kind, id } = change.to;
      const chosen = { promptId: kind === 'prompt' ? id : null, integrationId: kind === 'integration' ? id : null };
      return api('PUT /tickets/:ticketId', { params, body: { status: 'pending', useIntegration: true, ...chosen, expected } });
    },
    onSuccess: (moved) => applyMoved(cache, viewer, moved),
    onError: (error) => notifyError(error),
  });
  return {
    isChanging: mutation.isPending,
    change: (change: AssistantChange, onDone?: () => void) => mutation.mutate(change, onDone ? { onSuccess: onDone } : {}),
  };
}
