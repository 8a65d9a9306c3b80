import { formatDay, formatTime } from '../../../../../platform/format.ts';
import { t } from '../../../../../platform/i18n.ts';
import type { SnoozeChoice } from './snooze-choices.ts';

export function choiceText(kind: SnoozeChoice['kind']): string {
  switch (kind) {
    case 'hour':
      return t('Daqui a 1 hora');
    case 'afternoon':
      return t('Hoje à tarde');
    case 'tomorrow':
      return t('Amanhã cedo');
    case 'monday':
      return t('Segunda cedo');
  }
}

/** Hoje, 14:00; amanhã as its date. */
export function momentText(at: string | Date, now: number): string {
  return `${formatDay(at, now)}, ${formatTime(at)}`;
}
