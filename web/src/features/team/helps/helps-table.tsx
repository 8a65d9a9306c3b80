import type { HelpView } from '@balcao/contract/helps';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash, IconVideo } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import { type Column, DataTable, type DataTableProps } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';

export type HelpsTableProps = {
  list: DataTableProps<HelpView>['list'];
  onEdit: (record: HelpView) => void;
  onDelete: (record: HelpView) => void;
  onAdd: () => void;
};

/** The help videos by title; for operators. */
export function HelpsTable({ list, onEdit, onDelete, onAdd }: HelpsTableProps) {
  const columns: Column<HelpView>[] = [
    { id: 'title', header: t('Título'), lead: true, cell: ({ title, description }) => <TwoLines first={title} second={description} /> },
    { id: 'video', header: t('Código do vídeo'), width: '200px', oneLine: true, cell: ({ video }) => video },
  ];
  return (
    <DataTable
      label={t('Vídeos de ajuda')}
      columns={columns}
      list={list}
      nameOf={({ title }) => title}
      onOpen={onEdit}
      actions={(record) => [
        { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => onEdit(record) },
        { label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => onDelete(record), danger: true },
      ]}
      empty={
        <EmptyState
          art={<IconVideo />}
          title={t('Explique o sistema em vídeo')}
          action={
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
              {t('Adicionar vídeo')}
            </Button>
          }
        >
          {t('Os vídeos aparecem na página Ajuda de todas as empresas.')}
        </EmptyState>
      }
    />
  );
}
