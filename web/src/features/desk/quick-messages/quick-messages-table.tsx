import type { QuickMessageView } from '@balcao/contract/quick-messages';
import { Button } from '@mantine/core';
import { IconBolt, IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import css from './quick-messages-table.module.css';

export type QuickMessagesTableProps = {
  list: InfiniteRows<QuickMessageView>;
  searching: boolean;
  /** May the person change this one? Others can only be used. */
  mayChange: (record: QuickMessageView) => boolean;
  onEdit: (record: QuickMessageView) => void;
  onDelete: (record: QuickMessageView) => void;
  onAdd: () => void;
};

/** The quick messages by shortcode. */
export function QuickMessagesTable({ list, searching, mayChange, onEdit, onDelete, onAdd }: QuickMessagesTableProps) {
  const columns: Column<QuickMessageView>[] = [
    {
      id: 'shortcode',
      header: t('Atalho'),
      lead: true,
      cell: (record) => (
        <TwoLines
          first={`/${record.shortcode}`}
          second={record.message ? <span className={css.brief}>{record.message}</span> : undefined}
        />
      ),
    },
    {
      id: 'file',
      header: t('Arquivo'),
      width: '220px',
      cell: (record) => record.mediaName ?? t('Sem anexo'),
    },
    {
      id: 'for',
      header: t('Quem usa'),
      width: '180px',
      cell: (record) =>
        !record.status ? (
          <StatusChip tone="warn">{t('Desligada')}</StatusChip>
        ) : record.geral ? (
          <StatusChip tone="info" icon={<IconUsers size={14} aria-hidden />}>
            {t('Geral')}
          </StatusChip>
        ) : (
          <StatusChip tone="quiet">{t('Só você')}</StatusChip>
        ),
    },
  ];
  return (
    <DataTable
      label={t('Respostas Rápidas')}
      columns={columns}
      list={list}
      nameOf={(record) => record.shortcode}
      onOpen={(record) => mayChange(record) && onEdit(record)}
      actions={(record) =>
        mayChange(record)
          ? [
              { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => onEdit(record) },
              { label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => onDelete(record), danger: true },
            ]
          : []
      }
      empty={
        searching ? (
          <EmptyState art={<IconBolt />} title={t('Nenhuma resposta rápida encontrada')}>
            {t('Nenhuma tem este atalho. Confira a busca.')}
          </EmptyState>
        ) : (
          <EmptyState
            art={<IconBolt />}
            title={t('Escreva uma vez, use sempre')}
            action={
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
                {t('Adicionar resposta rápida')}
              </Button>
            }
          >
            {t('Guarde as mensagens que você repete. Na conversa, digite / e o atalho para inserir o texto com o nome do cliente.')}
          </EmptyState>
        )
      }
    />
  );
}
