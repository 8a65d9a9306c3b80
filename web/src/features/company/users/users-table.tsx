import type { UserView } from '@balcao/contract/users';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconShieldOff, IconTrash, IconUsers } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { profileText } from './profile-text.ts';

export type UsersTableProps = {
  list: InfiniteRows<UserView>;
  /** The signed-in user, who cannot be deleted. */
  ownId: number;
  searching: boolean;
  onEdit: (user: UserView) => void;
  onDelete: (user: UserView) => void;
  /** Takes the second step from somebody who has lost their device. */
  onEndSecondFactor: (user: UserView) => void;
  onAdd: () => void;
};

/** The users of the company. */
export function UsersTable({ list, ownId, searching, onEdit, onDelete, onEndSecondFactor, onAdd }: UsersTableProps) {
  const columns: Column<UserView>[] = [
    {
      id: 'name',
      header: t('Nome'),
      lead: true,
      cell: (user) => (
        <TwoLines
          before={<Avatar name={user.name} size="sm" online={user.online} />}
          first={
            <>
              {user.name}
              {user.online && <span className="visually-hidden">, {t('online')}</span>}
            </>
          }
          second={user.id === ownId ? t('Você') : undefined}
        />
      ),
    },
    { id: 'id', header: t('ID'), align: 'end', width: '70px', cell: (user) => user.id },
    { id: 'email', header: t('E-mail'), cell: (user) => user.email },
    { id: 'profile', header: t('Perfil'), cell: (user) => profileText(user.profile) },
    { id: 'online', header: t('Situação'), cell: (user) => (user.online ? t('Online') : t('Offline')) },
  ];
  return (
    <DataTable
      label={t('Usuários')}
      columns={columns}
      list={list}
      nameOf={(user) => user.name}
      onOpen={onEdit}
      actions={(user) => [
        { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => onEdit(user) },
        ...(user.id === ownId
          ? []
          : [{ label: t('Desativar duas etapas'), icon: <IconShieldOff size={18} />, onClick: () => onEndSecondFactor(user) }]),
        ...(user.id === ownId ? [] : [{ label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => onDelete(user), danger: true }]),
      ]}
      empty={
        searching ? (
          <EmptyState art={<IconUsers />} title={t('Nenhum usuário encontrado')}>
            {t('Ninguém tem este nome ou e-mail. Confira a busca.')}
          </EmptyState>
        ) : (
          <EmptyState
            art={<IconUsers />}
            title={t('Convide sua equipe')}
            action={
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
                {t('Adicionar usuário')}
              </Button>
            }
          >
            {t('Cada pessoa entra com seu e-mail e atende as filas que você escolher.')}
          </EmptyState>
        )
      }
    />
  );
}
