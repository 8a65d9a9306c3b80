import type { FileListView } from '@balcao/contract/files';
import { Button } from '@mantine/core';
import { IconFiles, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { formatDate } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import css from './file-lists-table.module.css';

export type FileListsTableProps = {
  list: InfiniteRows<FileListView>;
  searching: boolean;
  onEdit: (list: FileListView) => void;
  onDelete: (list: FileListView) => void;
  onAdd: () => void;
};

/** The file lists by name. */
export function FileListsTable({ list, searching, onEdit, onDelete, onAdd }: FileListsTableProps) {
  const columns: Column<FileListView>[] = [
    {
      id: 'name',
      header: t('Nome'),
      lead: true,
      cell: (row) => <TwoLines first={row.name} second={<span className={css.brief}>{row.message}</span>} />,
    },
    { id: 'added', header: t('Criada em'), width: '160px', cell: (row) => formatDate(row.createdAt) },
  ];
  return (
    <DataTable
      label={t('Listas de arquivos')}
      columns={columns}
      list={list}
      nameOf={(row) => row.name}
      onOpen={onEdit}
      actions={(row) => [
        { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => onEdit(row) },
        { label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => onDelete(row), danger: true },
      ]}
      empty={
        searching ? (
          <EmptyState art={<IconFiles />} title={t('Nenhuma lista encontrada')}>
            {t('Nenhuma lista de arquivos tem este nome. Confira a busca.')}
          </EmptyState>
        ) : (
          <EmptyState
            art={<IconFiles />}
            title={t('Guarde juntos os arquivos que se usam juntos')}
            action={
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
                {t('Adicionar lista de arquivos')}
              </Button>
            }
          >
            {t(
              'Uma lista guarda catálogos, tabelas e fotos com uma mensagem. Envie-a de uma conversa, de um agendamento ou de uma campanha.',
            )}
          </EmptyState>
        )
      }
    />
  );
}
