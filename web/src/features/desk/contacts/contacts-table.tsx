import type { ContactView } from '@balcao/contract/contacts';
import { Button } from '@mantine/core';
import { IconAddressBook, IconMessagePlus, IconPencil, IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { formatPhone } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';

export type ContactsTableProps = {
  list: InfiniteRows<ContactView>;
  /** Is the list narrowed by a search or a date? */
  filtered: boolean;
  onTalk: (contact: ContactView) => void;
  onEdit: (contact: ContactView) => void;
  /** Undefined for people who may not delete. */
  onDelete?: ((contact: ContactView) => void) | undefined;
  onAdd: () => void;
  onClearFilter: () => void;
};

/** The contacts, with what can be done with each. */
export function ContactsTable({ list, filtered, onTalk, onEdit, onDelete, onAdd, onClearFilter }: ContactsTableProps) {
  const columns: Column<ContactView>[] = [
    {
      id: 'name',
      header: t('Nome'),
      lead: true,
      cell: (contact) => (
        <TwoLines
          before={
            <Avatar
              name={contact.name}
              picture={contact.profilePicUrl || contact.urlPicture}
              size="sm"
              badge={contact.isGroup ? <IconUsersGroup size={10} /> : undefined}
            />
          }
          first={contact.name}
        />
      ),
    },
    { id: 'number', header: t('WhatsApp'), oneLine: true, cell: (contact) => numberText(contact) },
    { id: 'email', header: t('E-mail'), cell: (contact) => contact.email || <span className="visually-hidden">{t('sem e-mail')}</span> },
    {
      id: 'talk',
      header: t('Conversa'),
      width: '90px',
      cell: (contact) => (
        <IconButton label={t('Iniciar conversa com {{name}}', { name: contact.name })} onClick={() => onTalk(contact)}>
          <IconMessagePlus size={18} />
        </IconButton>
      ),
    },
  ];
  return (
    <DataTable
      label={t('Contatos')}
      columns={columns}
      list={list}
      nameOf={(contact) => contact.name}
      onOpen={onEdit}
      actions={(contact) => [
        { label: t('Iniciar conversa'), icon: <IconMessagePlus size={18} />, onClick: () => onTalk(contact) },
        { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => onEdit(contact) },
        ...(onDelete ? [{ label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => onDelete(contact), danger: true }] : []),
      ]}
      empty={filtered ? <NothingFound onClear={onClearFilter} /> : <NoContacts onAdd={onAdd} />}
    />
  );
}

function numberText(contact: ContactView): string {
  if (contact.isGroup) return t('Grupo');
  return contact.number ? formatPhone(contact.number) : t('Número oculto');
}

function NoContacts({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      art={<IconAddressBook />}
      title={t('Seus contatos ficam aqui')}
      action={
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
          {t('Adicionar contato')}
        </Button>
      }
    >
      {t('Quem escreve para a empresa entra sozinho nesta lista. Você também pode adicionar um contato e começar a conversa.')}
    </EmptyState>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      art={<IconAddressBook />}
      title={t('Nenhum contato encontrado')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('Limpar filtros')}
        </Button>
      }
    >
      {t('Nenhum contato corresponde à busca e às datas escolhidas.')}
    </EmptyState>
  );
}
