import { signsCalls } from '@balcao/contract/integration-rules';
import type { IntegrationView } from '@balcao/contract/integrations';
import { Button } from '@mantine/core';
import { IconHistory, IconKey, IconPencil, IconPlug, IconPlus, IconTrash } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { IntegrationIcon } from './integration-icon.tsx';
import { typeNames } from './integration-types.ts';

export type IntegrationsTableProps = {
  list: InfiniteRows<IntegrationView>;
  searching: boolean;
  onEdit: (integration: IntegrationView) => void;
  onLog: (integration: IntegrationView) => void;
  onSecret: (integration: IntegrationView) => void;
  onDelete: (integration: IntegrationView) => void;
  onAdd: () => void;
};

/** The integrations, newest first. */
export function IntegrationsTable({ list, searching, onEdit, onLog, onSecret, onDelete, onAdd }: IntegrationsTableProps) {
  const columns: Column<IntegrationView>[] = [
    {
      id: 'name',
      header: t('Nome'),
      lead: true,
      cell: (integration) => (
        <TwoLines before={<IntegrationIcon type={integration.type} />} first={integration.name} second={typeNames[integration.type]} />
      ),
    },
    { id: 'where', header: t('Onde'), cell: whereOf },
    { id: 'id', header: t('Id'), width: '90px', cell: ({ id }) => id },
  ];
  return (
    <DataTable
      label={t('Integrações')}
      columns={columns}
      list={list}
      nameOf={({ name }) => name}
      onOpen={onEdit}
      actions={(integration) => [
        { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => onEdit(integration) },
        { label: t('Registro de envios'), icon: <IconHistory size={18} />, onClick: () => onLog(integration) },
        ...(signsCalls(integration.type)
          ? [{ label: t('Trocar a chave'), icon: <IconKey size={18} />, onClick: () => onSecret(integration) }]
          : []),
        { label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => onDelete(integration), danger: true },
      ]}
      empty={
        searching ? (
          <EmptyState art={<IconPlug />} title={t('Nenhuma integração encontrada')}>
            {t('Nenhuma tem este nome. Confira a busca.')}
          </EmptyState>
        ) : (
          <EmptyState
            art={<IconPlug />}
            title={t('Ligue um robô que você já tem')}
            action={
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
                {t('Adicionar integração')}
              </Button>
            }
          >
            {t(
              'Typebot, n8n, Dialogflow ou seu próprio sistema respondem aos clientes até uma pessoa assumir. Depois, escolha a integração em uma fila ou conexão.',
            )}
          </EmptyState>
        )
      }
    />
  );
}

/** The server or the project, without what may be secret in an address. */
function whereOf({ type, projectName, urlN8N, typebotSlug }: IntegrationView): string {
  if (type === 'dialogflow') return projectName;
  const host = URL.canParse(urlN8N) ? new URL(urlN8N).host : urlN8N;
  return type === 'typebot' ? `${host}/${typebotSlug}` : host;
}
