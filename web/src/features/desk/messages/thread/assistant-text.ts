import type { TicketMove } from '@balcao/contract/tickets';
import { assistantReason } from '../../../../platform/assistant-reason.ts';
import { t } from '../../../../platform/i18n.ts';

/** Why an assistant did not answer, or no longer answers, as the conversation tells it, with what to do. */
export function assistantText({ kind, reason }: Pick<TicketMove, 'kind' | 'reason'>): string {
  const why = assistantReason(reason);
  if (kind === 'assistantSilent') return why;
  return t('O assistente não respondeu: {{why}}', { why });
}
