import type { ContactListView } from '@balcao/contract/contact-lists';
import { Button } from '@mantine/core';
import { IconDownload, IconFilter, IconListDetails, IconPencil, IconPlus, IconRefresh, IconTrash, IconUsers } from '@tabler/icons-react';
import { formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';

export type ContactListsTableProps = {
  list: InfiniteRows<ContactListView>;
  searching: boolean;
  onOpen: (list: ContactListView) => void;
  onEdit: (list: ContactListView) => void;
  onCheck: (list: ContactListView) => void;
  onExample: () => void;
  /** Undefined for people who may not delete. */
  onDelete?: ((list: ContactListView) => void) | undefined;
  onAdd: () => void;
};

/** The contact lists by name. A click opens the contacts of one. */
export function ContactListsTable({ list, searching, onOpen, onEdit, onCheck, onExample, onDelete, onAdd }: ContactListsTableProps) {
  const columns: Column<ContactListView>[] = [
    { id: 'name', header: t('Nome'), lead: true, cell: ({ name }) => name },
    { id: 'source', header: t('Origem'), width: '180px', cell: (row) => <SourceChip list={row} /> },
    { id: 'contacts', header: t('Contatos'), align: 'end', width: '120px', cell: ({ contactsCount }) => formatNumber(contactsCount) },
    { id: 'checked', header: t('Números conferidos'), align: 'end', width: '200px', cell: checkedText },
  ];
  return (
    <DataTable
      label={t('Listas de Contatos')}
      columns={columns}
      list={list}
      nameOf={({ name }) => name}
      onOpen={onOpen}
      actions={(row) => [
        { label: t('Ver contatos'), icon: <IconUsers size={18} />, onClick: () => onOpen(row) },
        { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => onEdit(row) },
        { label: t('Conferir de novo'), icon: <IconRefresh size={18} />, onClick: () => onCheck(row) },
        { label: t('Baixar planilha de exemplo'), icon: <IconDownload size={18} />, onClick: onExample },
        ...(onDelete ? [{ label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => onDelete(row), danger: true }] : []),
      ]}
      empty={
        searching ? (
          <EmptyState art={<IconListDetails />} title={t('Nenhuma lista encontrada')}>
            {t('Nenhuma lista tem este nome. Confira a busca.')}
          </EmptyState>
        ) : (
          <EmptyState
            art={<IconListDetails />}
            title={t('Crie sua primeira lista de contatos')}
            action={
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
                {t('Adicionar lista de contatos')}
              </Button>
            }
          >
            {t('Uma lista diz a quem uma campanha escreve. Preencha-a à mão, com uma planilha, ou com um filtro dos seus contatos.')}
          </EmptyState>
        )
      }
    />
  );
}

/** How far the numbers of a list were looked up, and how many may be written to: those that nobody could look up too. */
export function checkedText({ contactsCount, validCount, uncheckedCount }: ContactListView): string {
  if (contactsCount === 0) return '—';
  if (uncheckedCount > 0)
    return t('Conferindo: {{done}} de {{total}}', {
      done: formatNumber(contactsCount - uncheckedCount),
      total: formatNumber(contactsCount),
    });
  return t('{{count}} podem receber', { count: validCount });
}

/** Where the contacts of a list come from. */
export function SourceChip({ list: { filter, inStep, syncing } }: { list: ContactListView }) {
  if (!filter) return t('À mão');
  return (
    <StatusChip tone={inStep ? 'info' : 'quiet'} icon={<IconFilter size={14} aria-hidden />}>
      {syncing ? t('Filtrando…') : inStep ? t('Acompanha filtro') : t('De um filtro')}
    </StatusChip>
  );
}
