import type { CountedTag } from '@balcao/contract/tags';
import { Button } from '@mantine/core';
import { IconLayoutKanban, IconPencil, IconPlus, IconTag, IconTrash } from '@tabler/icons-react';
import { formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Mark } from '../../../ui/marks/mark.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';

export type TagsTableProps = {
  list: InfiniteRows<CountedTag>;
  searching: boolean;
  onEdit: (tag: CountedTag) => void;
  onDelete: (tag: CountedTag) => void;
  onAdd: () => void;
};

/** The tags by name. */
export function TagsTable({ list, searching, onEdit, onDelete, onAdd }: TagsTableProps) {
  const columns: Column<CountedTag>[] = [
    { id: 'name', header: t('Nome'), lead: true, cell: (tag) => <Mark color={tag.color} name={tag.name} look="line" /> },
    {
      id: 'kanban',
      header: t('Kanban'),
      width: '160px',
      cell: (tag) =>
        tag.kanban === 1 ? (
          <StatusChip tone="quiet" icon={<IconLayoutKanban size={14} aria-hidden />}>
            {t('Coluna')}
          </StatusChip>
        ) : (
          <span className="visually-hidden">{t('não é coluna')}</span>
        ),
    },
    { id: 'tickets', header: t('Atendimentos'), align: 'end', width: '140px', cell: (tag) => formatNumber(tag.ticketsCount) },
  ];
  return (
    <DataTable
      label={t('Tags')}
      columns={columns}
      list={list}
      nameOf={(tag) => tag.name}
      onOpen={onEdit}
      actions={(tag) => [
        { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => onEdit(tag) },
        { label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => onDelete(tag), danger: true },
      ]}
      empty={
        searching ? (
          <EmptyState art={<IconTag />} title={t('Nenhuma tag encontrada')}>
            {t('Nenhuma tag tem este nome. Confira a busca.')}
          </EmptyState>
        ) : (
          <EmptyState
            art={<IconTag />}
            title={t('Crie sua primeira tag')}
            action={
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
                {t('Adicionar tag')}
              </Button>
            }
          >
            {t('Tags marcam atendimentos por assunto, como Orçamento ou Troca. Use-as na conversa e encontre tudo depois pela busca.')}
          </EmptyState>
        )
      }
    />
  );
}
