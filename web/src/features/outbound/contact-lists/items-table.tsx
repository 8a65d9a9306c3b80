import type { Validity } from '@balcao/contract/contact-list-rules';
import type { ContactListItemView } from '@balcao/contract/contact-lists';
import { Button } from '@mantine/core';
import {
  IconBan,
  IconBrandWhatsapp,
  IconClock,
  IconHelpCircle,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUsers,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatPhone } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { StatusChip, type Tone } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';

export type ItemsTableProps = {
  list: InfiniteRows<ContactListItemView>;
  searching: boolean;
  /** Undefined for a list that follows a filter. */
  onEdit?: ((item: ContactListItemView) => void) | undefined;
  /** Undefined for people who may not delete. */
  onDelete?: ((item: ContactListItemView) => void) | undefined;
  onAdd?: (() => void) | undefined;
};

/** The contacts of a list by name. */
export function ItemsTable({ list, searching, onEdit, onDelete, onAdd }: ItemsTableProps) {
  const columns: Column<ContactListItemView>[] = [
    { id: 'name', header: t('Nome'), lead: true, cell: ({ name }) => name },
    { id: 'number', header: t('Número'), oneLine: true, cell: ({ number }) => formatPhone(number) },
    { id: 'email', header: t('E-mail'), cell: ({ email }) => email || <span className="visually-hidden">{t('sem e-mail')}</span> },
    { id: 'state', header: t('WhatsApp'), width: '220px', cell: (item) => <ItemState item={item} /> },
  ];
  const actions = (item: ContactListItemView) => [
    ...(onEdit ? [{ label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => onEdit(item) }] : []),
    ...(onDelete ? [{ label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => onDelete(item), danger: true }] : []),
  ];
  return (
    <DataTable
      label={t('Contatos da lista')}
      columns={columns}
      list={list}
      nameOf={({ name }) => name}
      onOpen={onEdit}
      actions={onEdit || onDelete ? actions : undefined}
      empty={
        searching ? (
          <EmptyState art={<IconUsers />} title={t('Nenhum contato encontrado')}>
            {t('Ninguém nesta lista tem este nome ou número. Confira a busca.')}
          </EmptyState>
        ) : (
          <EmptyState
            art={<IconUsers />}
            title={t('Ninguém está nesta lista')}
            action={
              onAdd && (
                <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
                  {t('Adicionar contato à lista')}
                </Button>
              )
            }
          >
            {t('Adicione contatos um por um, importe uma planilha, ou deixe um filtro preencher a lista.')}
          </EmptyState>
        )
      }
    />
  );
}

function ItemState({ item: { validity, optedOut } }: { item: ContactListItemView }) {
  if (optedOut)
    return (
      <StatusChip tone="warn" icon={<IconBan size={14} aria-hidden />}>
        {t('Não quer receber')}
      </StatusChip>
    );
  const { tone, icon, text } = states()[validity];
  return (
    <StatusChip tone={tone} icon={icon}>
      {text}
    </StatusChip>
  );
}

function states(): Record<Validity, { tone: Tone; icon: ReactNode; text: string }> {
  return {
    valid: { tone: 'ok', icon: <IconBrandWhatsapp size={14} aria-hidden />, text: t('Tem WhatsApp') },
    invalid: { tone: 'bad', icon: <IconX size={14} aria-hidden />, text: t('Sem WhatsApp') },
    unchecked: { tone: 'quiet', icon: <IconClock size={14} aria-hidden />, text: t('A conferir') },
    unverifiable: { tone: 'quiet', icon: <IconHelpCircle size={14} aria-hidden />, text: t('Sem como conferir') },
  };
}
