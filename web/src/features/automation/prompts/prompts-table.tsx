import type { PromptView } from '@balcao/contract/prompts';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconRobot, IconTrash } from '@tabler/icons-react';
import { formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';

export type PromptsTableProps = {
  list: InfiniteRows<PromptView>;
  searching: boolean;
  onEdit: (prompt: PromptView) => void;
  onDelete: (prompt: PromptView) => void;
  onAdd: () => void;
};

/** The prompts by name. */
export function PromptsTable({ list, searching, onEdit, onDelete, onAdd }: PromptsTableProps) {
  const columns: Column<PromptView>[] = [
    { id: 'name', header: t('Nome'), lead: true, cell: ({ name, model }) => <TwoLines first={name} second={model} /> },
    {
      id: 'queue',
      header: t('Setor/Fila'),
      cell: ({ queue }) => queue?.name ?? <StatusChip tone="warn">{t('Informe o setor')}</StatusChip>,
    },
    {
      id: 'maxTokens',
      header: t('Máximo Tokens Resposta'),
      width: '190px',
      align: 'end',
      cell: ({ maxTokens }) => formatNumber(maxTokens),
    },
    { id: 'spent', header: t('Tokens usados'), width: '150px', align: 'end', cell: ({ totalTokens }) => formatNumber(totalTokens) },
  ];
  return (
    <DataTable
      label={t('Prompts')}
      columns={columns}
      list={list}
      nameOf={({ name }) => name}
      onOpen={onEdit}
      actions={(prompt) => [
        { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => onEdit(prompt) },
        { label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => onDelete(prompt), danger: true },
      ]}
      empty={
        searching ? (
          <EmptyState art={<IconRobot />} title={t('Nenhum prompt encontrado')}>
            {t('Nenhum tem este nome. Confira a busca.')}
          </EmptyState>
        ) : (
          <EmptyState
            art={<IconRobot />}
            title={t('Um assistente que responde por você')}
            action={
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
                {t('Adicionar prompt')}
              </Button>
            }
          >
            {t(
              'Ensine um modelo de linguagem, com a chave da sua empresa, a responder aos clientes até uma pessoa assumir. Depois, escolha o prompt em uma fila ou conexão.',
            )}
          </EmptyState>
        )
      }
    />
  );
}
