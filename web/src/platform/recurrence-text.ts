import type { Recurrence } from '@balcao/contract/plan-rules';
import { t } from './i18n.ts';

/** How often a company pays, for people. */
export function recurrenceText(recurrence: string): string {
  const texts: Record<Recurrence, string> = {
    MENSAL: t('Mensal'),
    BIMESTRAL: t('Bimestral'),
    TRIMESTRAL: t('Trimestral'),
    SEMESTRAL: t('Semestral'),
    ANUAL: t('Anual'),
  };
  return texts[recurrence as Recurrence] ?? recurrence;
}
