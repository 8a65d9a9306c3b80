import type { TicketMove } from '@balcao/contract/tickets';
import { t } from '../../../../platform/i18n.ts';
import { assistantText } from './assistant-text.ts';

/**
 * What happened to a ticket and who did it, with places for names: `{{who}}`, `{{to}}`, `{{rule}}`, `{{added}}` and `{{removed}}` are tags.
 * 'Conversa encerrada por {{who}}'.
 */
export function moveText(move: Pick<TicketMove, 'kind' | 'by' | 'queue' | 'reason' | 'tags' | 'rule'>): string {
  const { kind, by, queue, reason, rule } = move;
  switch (kind) {
    case 'accepted':
      return by ? t('{{who}} aceitou a conversa') : t('Conversa aceita');
    case 'returned':
      return by ? t('{{who}} devolveu a conversa para a fila') : t('Conversa devolvida para a fila');
    case 'transferred':
      if (rule) return t('A regra {{rule}} transferiu para {{to}}');
      return by ? t('{{who}} transferiu para {{to}}') : t('Transferida para {{to}}');
    case 'assigned':
      return rule ? t('A regra {{rule}} deu a conversa a {{to}}') : t('Conversa dada automaticamente a {{to}}');
    case 'tagged':
      return taggedText(move);
    case 'closed':
      if (rule) return t('Conversa encerrada pela regra {{rule}}');
      return by ? t('Conversa encerrada por {{who}}') : t('Conversa encerrada');
    case 'reopened':
      return by ? t('Conversa reaberta por {{who}}') : t('Conversa reaberta');
    case 'rated':
      return t('O cliente avaliou o atendimento: {{rating}}');
    case 'botBegan':
      return t('Vez do bot');
    case 'botEnded':
      return queue ? t('O bot terminou: o cliente escolheu {{to}}') : t('O bot terminou');
    case 'assistantFailed':
    case 'assistantSilent':
      return assistantText({ kind, reason });
    default:
      return kind satisfies never;
  }

  function taggedText({ tags }: Pick<TicketMove, 'tags'>): string {
    const [came, went] = [tags?.added.length ?? 0, tags?.removed.length ?? 0];
    if (came > 0 && went > 0) return by ? t('{{who}} marcou {{added}} e tirou {{removed}}') : t('Marcada {{added}}, sem {{removed}}');
    if (came > 0) return by ? t('{{who}} marcou {{added}}') : t('Marcada {{added}}');
    return by ? t('{{who}} tirou {{removed}}') : t('Sem {{removed}}');
  }
}
