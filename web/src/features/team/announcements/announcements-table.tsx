import type { AnnouncementView } from '@balcao/contract/announcements';
import { Button } from '@mantine/core';
import { IconNews, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { PriorityChip } from './priority-chip.tsx';

export type AnnouncementsTableProps = {
  list: InfiniteRows<AnnouncementView>;
  searching: boolean;
  onEdit: (record: AnnouncementView) => void;
  onDelete: (record: AnnouncementView) => void;
  onAdd: () => void;
};

/** The announcements, newest first; for operators. */
export function AnnouncementsTable({ list, searching, onEdit, onDelete, onAdd }: AnnouncementsTableProps) {
  const columns: Column<AnnouncementView>[] = [
    { id: 'title', header: t('Título'), lead: true, cell: (record) => record.title },
    { id: 'priority', header: t('Prioridade'), width: '150px', cell: (record) => <PriorityChip priority={record.priority} /> },
    { id: 'file', header: t('Anexo'), width: '220px', cell: (record) => record.mediaName ?? t('Sem anexo') },
    {
      id: 'status',
      header: t('Status'),
      width: '140px',
      cell: (record) =>
        record.status ? <StatusChip tone="ok">{t('Ativo')}</StatusChip> : <StatusChip tone="quiet">{t('Inativo')}</StatusChip>,
    },
  ];
  return (
    <DataTable
      label={t('Informativos')}
      columns={columns}
      list={list}
      nameOf={(record) => record.title}
      onOpen={onEdit}
      actions={(record) => [
        { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => onEdit(record) },
        { label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => onDelete(record), danger: true },
      ]}
      empty={
        searching ? (
          <EmptyState art={<IconNews />} title={t('Nenhum informativo encontrado')}>
            {t('Nenhum tem este título. Confira a busca.')}
          </EmptyState>
        ) : (
          <EmptyState
            art={<IconNews />}
            title={t('Avise todas as empresas de uma vez')}
            action={
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
                {t('Adicionar informativo')}
              </Button>
            }
          >
            {t('Um informativo ativo aparece na barra superior de todas as pessoas, em todas as empresas.')}
          </EmptyState>
        )
      }
    />
  );
}
