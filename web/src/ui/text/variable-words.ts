import type { variableNames } from '@balcao/contract/variables-rules';
import { t } from '../../platform/i18n.ts';

/** The name of a variable for people, and what takes its place. */
export function variableWords(name: (typeof variableNames)[number]): { word: string; hint: string } {
  switch (name) {
    case 'firstName':
      return { word: t('Primeiro nome'), hint: t('primeiro nome do cliente') };
    case 'name':
      return { word: t('Nome'), hint: t('nome do cliente') };
    case 'greeting':
      return { word: t('Saudação'), hint: t('bom dia, boa tarde ou boa noite') };
    case 'protocol':
      return { word: t('Protocolo'), hint: t('número do atendimento') };
    case 'date':
      return { word: t('Data'), hint: t('data de hoje') };
    case 'hour':
      return { word: t('Hora'), hint: t('hora de agora') };
  }
}
