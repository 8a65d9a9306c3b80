// Who answers a conversation by itself, as its ticket says.
import type { TicketView } from '@balcao/contract/tickets';

/**
 * `answering`: an assistant answers now. `silent`: one did, until it fell silent or a person took over. `menu`: the menus of the bot ask.
 * `none`: people alone.
 */
export type AssistantState = { state: 'answering' | 'silent'; kind: 'prompt' | 'integration'; id: number } | { state: 'menu' | 'none' };

type Assisted = Pick<TicketView, 'status' | 'useIntegration' | 'promptId' | 'integrationId' | 'chatbot'>;

export function assistantState({ status, useIntegration, promptId, integrationId, chatbot }: Assisted): AssistantState {
  if (status === 'closed') return { state: 'none' };
  const state = useIntegration && status === 'pending' ? 'answering' : 'silent';
  if (integrationId !== null) return { state, kind: 'integration', id: integrationId };
  if (promptId !== null) return { state, kind: 'prompt', id: promptId };
  return { state: chatbot && status === 'pending' ? 'menu' : 'none' };
}

/** Is there anything to say about it? */
export function isAssisted(ticket: Assisted): boolean {
  return assistantState(ticket).state !== 'none';
}
