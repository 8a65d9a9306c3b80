import type { ApiScope } from '@balcao/contract/api-rules';
import { t } from '../../../platform/i18n.ts';

/** What a key may do, in words. */
export function scopeText(scope: ApiScope): string {
  const texts: Record<ApiScope, string> = {
    'contacts:read': t('Ler contatos'),
    'contacts:write': t('Mudar contatos'),
    'tickets:read': t('Ler atendimentos'),
    'tickets:write': t('Abrir e mover atendimentos'),
    'messages:read': t('Ler mensagens'),
    'messages:write': t('Enviar mensagens'),
    'tags:read': t('Ler tags'),
    'tags:write': t('Mudar tags'),
    'queues:read': t('Ler filas'),
    'templates:read': t('Ler modelos'),
  };
  return texts[scope];
}
