import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react';
import { t } from '../../platform/i18n.ts';
import css from './ticks.module.css';

export type TickState = 'waiting' | 'sent' | 'delivered' | 'read' | 'played' | 'failed';

/** The delivery state of a message, with a label for screen readers. */
export function Ticks({ state, size = 15 }: { state: TickState; size?: number }) {
  const Icon = icons[state];
  const label = labelOf(state);
  return (
    <span className={css.tick} data-state={state} role="img" aria-label={label} title={label}>
      <Icon size={size} stroke={state === 'read' || state === 'played' ? 2 : 1.6} aria-hidden />
    </span>
  );
}

const icons = { waiting: IconClock, sent: IconCheck, delivered: IconChecks, read: IconChecks, played: IconChecks, failed: IconAlertCircle };

function labelOf(state: TickState): string {
  switch (state) {
    case 'waiting':
      return t('Enviando');
    case 'sent':
      return t('Enviada');
    case 'delivered':
      return t('Entregue');
    case 'read':
      return t('Lida');
    case 'played':
      return t('Ouvida');
    case 'failed':
      return t('Não enviada');
  }
}
