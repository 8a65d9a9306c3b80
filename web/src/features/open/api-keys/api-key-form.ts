import type { ApiKeyView } from '@balcao/contract/api-keys';
import { type ApiScope, apiScopes } from '@balcao/contract/api-rules';
import { t } from '../../../platform/i18n.ts';

export type ApiKeyValues = { name: string; scopes: ApiScope[] };

export function apiKeyValues(record: Pick<ApiKeyView, 'name' | 'scopes'> | null): ApiKeyValues {
  return { name: record?.name ?? '', scopes: record?.scopes ?? [] };
}

export function apiKeyRules() {
  return {
    name: (name: string) => (name.trim().length < 2 ? t('Muito curto!') : name.trim().length > 50 ? t('Muito longo!') : null),
    scopes: (scopes: ApiScope[]) => (scopes.length === 0 ? t('Escolha ao menos uma permissão') : null),
  };
}

/** In one order, whatever the order in which they were chosen. */
export function apiKeyBody({ name, scopes }: ApiKeyValues): ApiKeyValues {
  return { name: name.trim(), scopes: apiScopes.filter((scope) => scopes.includes(scope)) };
}
