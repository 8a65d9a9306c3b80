import type { TemplateCategory, TemplateQuality, TemplateSlot, TemplateStatus } from '@balcao/contract/template-rules';
import { t } from '../../../platform/i18n.ts';
import type { Tone } from '../../../ui/marks/status-chip.tsx';

export function statusText(status: TemplateStatus): { tone: Tone; text: string } {
  switch (status) {
    case 'APPROVED':
      return { tone: 'ok', text: t('Aprovado') };
    case 'PENDING':
      return { tone: 'info', text: t('Em análise') };
    case 'REJECTED':
      return { tone: 'bad', text: t('Recusado') };
    case 'PAUSED':
      return { tone: 'warn', text: t('Pausado') };
    case 'DISABLED':
      return { tone: 'bad', text: t('Desativado') };
    case 'OTHER':
      return { tone: 'quiet', text: t('Indisponível') };
  }
}

export function categoryText(category: TemplateCategory): string {
  switch (category) {
    case 'MARKETING':
      return t('Marketing');
    case 'UTILITY':
      return t('Utilidade');
    case 'AUTHENTICATION':
      return t('Autenticação');
  }
}

/** Null where Meta has not said anything yet. */
export function qualityText(quality: TemplateQuality): { tone: Tone; text: string } | null {
  switch (quality) {
    case 'GREEN':
      return { tone: 'ok', text: t('Qualidade alta') };
    case 'YELLOW':
      return { tone: 'warn', text: t('Qualidade média') };
    case 'RED':
      return { tone: 'bad', text: t('Qualidade baixa') };
    case 'UNKNOWN':
      return null;
  }
}

/** What to write into a variable. */
export function slotText({ part, kind, name }: TemplateSlot): string {
  if (kind === 'media') return t('Endereço do arquivo do cabeçalho (https)');
  if (kind === 'code') return t('Código do botão {{name}}', { name });
  if (part === 'button') return t('Final do endereço do botão {{name}}', { name });
  const number = /^\d+$/.test(name);
  if (part === 'header') return number ? t('Variável do cabeçalho') : t('{{name}} (cabeçalho)', { name });
  return number ? t('Variável {{n}}', { n: name }) : name;
}

/** The variable by which a text greets, e.g. `1` of `Olá {{1}}`: mostly the customer's name. Null if it greets by none. */
export function firstVariable(body: string): string | null {
  return /^\s*(?:ol[áa]|oi|hola|hi|hello|prezad[oa]|car[oa])\W+\{\{\s*(\w+)/iu.exec(body)?.[1] ?? null;
}
