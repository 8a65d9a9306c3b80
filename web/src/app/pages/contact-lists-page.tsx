import type { ContactListView } from '@balcao/contract/contact-lists';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useContactLists } from '../../data/contact-lists/queries.ts';
import { useDownloadTemplate } from '../../features/desk/imports/mutations.ts';
import { ContactListDialog } from '../../features/outbound/contact-lists/contact-list-dialog.tsx';
import { ContactListsTable } from '../../features/outbound/contact-lists/contact-lists-table.tsx';
import { useCheckContactList, useDeleteContactList } from '../../features/outbound/contact-lists/mutations.ts';
import { notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { can, useUser } from '../../platform/session.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { useAddressSearch } from '../../platform/use-address-search.ts';
import { confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

/** The lists of people to write to. */
export function ContactListsPage() {
  usePageTitle(t('Listas de Contatos'));
  const me = useUser();
  const navigate = useNavigate();
  const [search, setSearch] = useAddressSearch();
  const [edited, setEdited] = useState<ContactListView | 'new' | null>(null);
  const lists = useContactLists(search);
  const remove = useDeleteContactList();
  const check = useCheckContactList();
  const example = useDownloadTemplate('list');
  const onDelete = async (list: ContactListView) => {
    const more = t('Os contatos continuam na página de contatos.');
    if (!(await confirmDelete(t('Excluir {{name}}?', { name: list.name }), more))) return;
    remove.mutate(list.id, {
      onSuccess: () => toastSuccess(t('Lista de contatos excluída com sucesso.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  return (
    <Page>
      <PageHeader
        title={t('Listas de Contatos')}
        count={lists.count}
        search={<SearchInput label={t('Buscar lista')} value={search} onSearch={setSearch} />}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            {t('Adicionar lista de contatos')}
          </Button>
        }
      />
      <ContactListsTable
        list={lists}
        searching={search !== ''}
        onOpen={({ id }) => void navigate(`/contact-lists/${id}/contacts`)}
        onEdit={setEdited}
        onCheck={({ id }) => check.mutate(id, { onError: (error) => notifyError(error) })}
        onExample={() => example.mutate(undefined, { onError: (error) => notifyError(error) })}
        onDelete={can(me, 'contacts-page:deleteContact') ? (list) => void onDelete(list) : undefined}
        onAdd={() => setEdited('new')}
      />
      {edited && (
        <ContactListDialog
          key={edited === 'new' ? 'new' : edited.id}
          list={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
