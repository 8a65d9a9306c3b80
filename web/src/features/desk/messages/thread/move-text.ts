import type { TicketMove } from '@balcao/contract/tickets';
import { t } from '../../../../platform/i18n.ts';
import { assistantText } from './assistant-text.ts';

/** What happened to a ticket and who did it: 'Conversa encerrada por Ana Beatriz'. */
export function moveText({ kind, by, queue, user, reason }: TicketMove): string {
  const to = [user?.name, queue?.name].filter(Boolean).join(' · ');
  switch (kind) {
    case 'closed':
      return by ? t('Conversa encerrada por {{name}}', { name: by.name }) : t('Conversa encerrada');
    case 'reopened':
      return by ? t('Conversa reaberta por {{name}}', { name: by.name }) : t('Conversa reaberta');
    case 'transferred':
      return by ? t('Transferida por {{name}} para {{to}}', { name: by.name, to }) : t('Transferida para {{to}}', { to });
    case 'assistantFailed':
    case 'assistantSilent':
      return assistantText({ kind, reason });
  }
}
