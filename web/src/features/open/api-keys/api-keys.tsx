import type { ApiKeyView } from '@balcao/contract/api-keys';
import { Button } from '@mantine/core';
import { IconKey, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiKeys } from '../../../data/api-keys/queries.ts';
import { notifyError } from '../../../platform/errors.ts';
import { formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { confirmDelete } from '../../../ui/dialog/confirm-dialog.tsx';
import { SecretDialog } from '../../../ui/dialog/secret-dialog.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { Lead } from '../../../ui/page/lead.tsx';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { useDeleteApiKey } from './mutations.ts';
import { scopeText } from './scope-text.ts';

/** The keys by which programs call the API. */
export function ApiKeys() {
  const keys = useApiKeys();
  const remove = useDeleteApiKey();
  const [edited, setEdited] = useState<ApiKeyView | 'new' | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const onDelete = async (key: ApiKeyView) => {
    const more = t('Os programas que usam esta chave são recusados na hora.');
    if (!(await confirmDelete(t('Excluir {{name}}?', { name: key.name }), more))) return;
    remove.mutate(key.id, {
      onSuccess: () => toastSuccess(t('Chave excluída com sucesso.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
      {t('Adicionar chave')}
    </Button>
  );
  const columns: Column<ApiKeyView>[] = [
    { id: 'name', header: t('Nome'), lead: true, cell: (key) => <TwoLines first={key.name} second={<code>{key.hint}…</code>} /> },
    { id: 'scopes', header: t('Permissões'), cell: ({ scopes }) => scopes.map(scopeText).join(', ') },
    {
      id: 'used',
      header: t('Último uso'),
      width: '150px',
      cell: ({ lastUsedAt }) => (lastUsedAt ? formatShortDateTime(lastUsedAt) : t('Nunca usada')),
    },
    { id: 'by', header: t('Criada por'), width: '150px', cell: ({ createdBy }) => createdBy ?? '—' },
  ];
  return (
    <>
      <Lead action={keys.data && keys.data.length > 0 && add}>
        {t(
          'Com uma chave, programas da sua empresa leem e mudam contatos, atendimentos e mensagens pela API. Cada uma faz só o que você marcar.',
        )}
      </Lead>
      <DataTable
        label={t('Chaves de API')}
        columns={columns}
        list={{ rows: keys.data, error: keys.error, retry: () => void keys.refetch() }}
        nameOf={({ name }) => name}
        onOpen={setEdited}
        actions={(key) => [
          { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => setEdited(key) },
          { label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => void onDelete(key), danger: true },
        ]}
        empty={
          <EmptyState art={<IconKey />} title={t('Ligue outros sistemas ao Balcão')} action={add}>
            {t('Uma loja virtual ou um ERP pode abrir atendimentos, enviar mensagens e manter os contatos em dia.')}
          </EmptyState>
        }
      />
      {edited && (
        <ApiKeyDialog
          key={edited === 'new' ? 'new' : edited.id}
          record={edited === 'new' ? null : edited}
          onMade={setMade}
          onClose={() => setEdited(null)}
        />
      )}
      {made && <SecretDialog title={t('Chave gerada')} label={t('Chave')} secret={made} onClose={() => setMade(null)} />}
    </>
  );
}
