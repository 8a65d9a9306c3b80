import type { IntegrationView } from '@balcao/contract/integrations';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntegrations } from '../../data/integrations/queries.ts';
import { DeliveryLog } from '../../features/automation/integrations/delivery-log.tsx';
import { IntegrationDialog } from '../../features/automation/integrations/integration-dialog.tsx';
import { IntegrationsTable } from '../../features/automation/integrations/integrations-table.tsx';
import { useDeleteIntegration, useReplaceSecret } from '../../features/automation/integrations/mutations.ts';
import { notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { useAddressSearch } from '../../platform/use-address-search.ts';
import { confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { SecretDialog } from '../../ui/dialog/secret-dialog.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

/** Bots of other makers that answer customers. */
export function IntegrationsPage() {
  usePageTitle(t('Integrações'));
  const [search, setSearch] = useAddressSearch();
  const [edited, setEdited] = useState<IntegrationView | 'new' | null>(null);
  const [logged, setLogged] = useState<IntegrationView | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useIntegrations(search);
  const remove = useDeleteIntegration();
  const replace = useReplaceSecret();
  const onDelete = async ({ id, name }: IntegrationView) => {
    const more = t('As filas e conexões que a usam ficam sem ela, e o registro de envios se perde.');
    if (!(await confirmDelete(t('Excluir {{name}}?', { name }), more))) return;
    remove.mutate(id, {
      onSuccess: () => toastSuccess(t('Integração excluída com sucesso.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  const onReplace = ({ id }: IntegrationView) =>
    replace.mutate(id, { onSuccess: (made) => setSecret(made.secret), onError: (error) => notifyError(error) });
  return (
    <Page>
      <PageHeader
        title={t('Integrações')}
        count={list.count}
        search={<SearchInput label={t('Buscar integração')} value={search} onSearch={setSearch} />}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            {t('Adicionar integração')}
          </Button>
        }
      />
      <IntegrationsTable
        list={list}
        searching={search !== ''}
        onEdit={setEdited}
        onLog={setLogged}
        onSecret={onReplace}
        onDelete={(integration) => void onDelete(integration)}
        onAdd={() => setEdited('new')}
      />
      {edited && (
        <IntegrationDialog
          key={edited === 'new' ? 'new' : edited.id}
          integration={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSecret={setSecret}
        />
      )}
      {logged && <DeliveryLog key={logged.id} integration={logged} onClose={() => setLogged(null)} />}
      {secret && (
        <SecretDialog title={t('Chave da assinatura')} label={t('Chave')} secret={secret} onClose={() => setSecret(null)}>
          {t(
            'Com esta chave seu sistema confere que a mensagem veio daqui: o cabeçalho X-Signature-256 traz “sha256=” e o HMAC-SHA256 do corpo.',
          )}
        </SecretDialog>
      )}
    </Page>
  );
}
