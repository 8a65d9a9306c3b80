import type { UserView } from '@balcao/contract/users';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useConnections } from '../../data/connections/queries.ts';
import { useQueues } from '../../data/queues/queries.ts';
import { useUsers } from '../../data/users/queries.ts';
import { useDeleteUser, useEndSecondFactorOf } from '../../features/company/users/mutations.ts';
import { UserDialog } from '../../features/company/users/user-dialog.tsx';
import { UsersTable } from '../../features/company/users/users-table.tsx';
import { notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useUser } from '../../platform/session.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { useAddressSearch } from '../../platform/use-address-search.ts';
import { confirm, confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

/** The users of the company. */
export function UsersPage() {
  usePageTitle(t('Usuários'));
  const me = useUser();
  const [search, setSearch] = useAddressSearch();
  const [edited, setEdited] = useState<UserView | 'new' | null>(null);
  const users = useUsers(search);
  const queues = useQueues();
  const connections = useConnections();
  const remove = useDeleteUser();
  const endSecondFactor = useEndSecondFactorOf();
  const onDelete = async (user: UserView) => {
    const more = t('As conversas abertas desta pessoa voltam a esperar na fila.');
    if (!(await confirmDelete(t('Excluir {{name}}?', { name: user.name }), more))) return;
    remove.mutate(user.id, {
      onSuccess: () => toastSuccess(t('Usuário excluído com sucesso.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  const onEndSecondFactor = async (user: UserView) => {
    const title = t('Desativar as duas etapas de {{name}}?', { name: user.name });
    const text = t('Para quem perdeu o celular e os códigos de recuperação. A pessoa passa a entrar só com a senha.');
    if (!(await confirm({ title, text, confirmLabel: t('Desativar'), danger: true }))) return;
    endSecondFactor.mutate(user.id, {
      onSuccess: () => toastSuccess(t('Verificação em duas etapas desativada.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  return (
    <Page>
      <PageHeader
        title={t('Usuários')}
        count={users.count}
        search={<SearchInput label={t('Buscar por nome ou e-mail')} value={search} onSearch={setSearch} />}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            {t('Adicionar usuário')}
          </Button>
        }
      />
      <UsersTable
        list={users}
        ownId={me.id}
        searching={search !== ''}
        onEdit={setEdited}
        onDelete={(user) => void onDelete(user)}
        onEndSecondFactor={(user) => void onEndSecondFactor(user)}
        onAdd={() => setEdited('new')}
      />
      {edited && (
        <UserDialog
          key={edited === 'new' ? 'new' : edited.id}
          user={edited === 'new' ? null : edited}
          queues={queues.data ?? []}
          connections={connections.data ?? []}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
