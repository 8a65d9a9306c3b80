import type { ConsentView } from '@balcao/contract/consent';
import { t } from '../../../platform/i18n.ts';

/** What was said, in a word. */
export function stateText(state: ConsentView['state']): string {
  return state === 'out' ? t('Saiu') : t('Voltou');
}

/** How it was said. */
export function sourceText({ source, userName }: Pick<ConsentView, 'source' | 'userName'>): string {
  if (source === 'customer') return t('Palavra do cliente');
  if (source === 'import') return t('Planilha');
  return userName ? t('Anotado por {{name}}', { name: userName }) : t('Anotado pela empresa');
}
